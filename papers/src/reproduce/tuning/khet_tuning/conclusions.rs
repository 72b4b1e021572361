//! The figures of a tournament that decide the report's seven conclusions.

use plyground_optimize::Method;

use serde_json::{Value, json};

use super::table::{Entry, Field, score_of};
use super::{Class, Search};

/// Returns the scores that decide the conclusions.
pub(super) fn figures(field: &Field) -> Value {
    let regular = |class: &Class| class.search == Search::Regular;
    let tuned = |class: &Class| class.method.is_some();
    let by = |method| move |class: &Class| class.method == Some(method);
    let sized = |kids| move |class: &Class| class.kids == kids;
    let climbs = by(Method::Annihill);
    let methods = |search| {
        let pairs = |class: &Class| class.search == search;
        field.meetings(|one| pairs(one) && climbs(one), |other| pairs(other) && by(Method::Genetic)(other))
    };
    let searches = field.meetings(|one| regular(one) && tuned(one), |other| !regular(other) && tuned(other));
    let sizes = field.meetings(|one| regular(one) && sized(4)(one), |other| regular(other) && sized(3)(other));
    let greedy_climb = field.meetings(
        |one| !regular(one) && climbs(one) && sized(4)(one),
        |other| !regular(other) && climbs(other) && sized(3)(other),
    );
    let by_hand = field.meetings(|one| regular(one) && tuned(one), |other| regular(other) && !tuned(other));
    json!({
        "searches": score_of(&searches),
        "methods_regular": score_of(&methods(Search::Regular)), "methods_greedy": score_of(&methods(Search::Greedy)),
        "sizes_regular": score_of(&sizes), "climbing_greedy": score_of(&greedy_climb), "by_hand": score_of(&by_hand),
        "first": {"start": score_of(&field.first_side), "random": score_of(&field.first_side_later)},
        "best": best(field).into_iter().map(preferences).collect::<Vec<_>>(),
    })
}

/// Returns the three best tuned agents.
fn best(field: &Field) -> Vec<&Entry> {
    let mut ranked: Vec<(f64, &Entry)> = field
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.weights.is_some())
        .filter_map(|(place, entry)| Some((field.of_entry(place).score()?, entry)))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().take(3).map(|(_, entry)| entry).collect()
}

/// Returns the shares of the opponent's pieces and of the own moves in a vector: of the weights, which the report interprets in
/// its best vector, and of an effect, because a small power reduces the effect of a large weight. The effects are those of the
/// loss of a first pyramid, and of one more move at 70 moves.
fn preferences(entry: &Entry) -> Value {
    let number = |name: &str| entry.weights.as_ref().and_then(|weights| weights.get(name)).copied().unwrap_or(0.0);
    let weight = |feature: &str| number(feature).abs();
    let effect = |feature: &str, count: f64| {
        let power = number(&format!("{feature}.power"));
        weight(feature) * (count.powf(power) - (count - 1.0).powf(power))
    };
    let share = |one: f64, other: f64| if one + other > 0.0 { one / (one + other) } else { 0.5 };
    let pieces =
        ["opponent", "own"].map(|side| weight(&format!("{side}_pyramids")) + weight(&format!("{side}_anubises")));
    json!({
        "class": entry.class.name(),
        "pieces": {
            "weight": share(pieces[0], pieces[1]),
            "effect": share(effect("opponent_pyramids", 7.0), effect("own_pyramids", 7.0)),
        },
        "moves": {
            "weight": share(weight("own_moves"), weight("opponent_moves")),
            "effect": share(effect("own_moves", 71.0), effect("opponent_moves", 71.0)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    /// Returns the shares of weights and of an effect.
    fn shares(entry: &Entry, of: &str) -> [f64; 2] {
        let found = preferences(entry);
        ["weight", "effect"].map(|key| found[of][key].as_f64().unwrap())
    }

    #[test]
    fn all_of_the_best_have_to_say_so() {
        let judged = |pieces: [f64; 3]| {
            let best = pieces.map(|weight| json!({"pieces": {"weight": weight}, "moves": {"weight": 0.6}}));
            judge("khet-tuning: V.d", &json!({"conclusions": {"best": best}}))
        };
        assert_eq!([judged([0.6, 0.7, 0.9]), judged([0.6, 0.4, 0.9])], ["same", "not decided"]);
        assert_eq!(judged([0.1, 0.4, 0.2]), "not decided", "attack and mobility have to agree");
    }

    #[test]
    fn the_reports_vector_prefers_own_moves_by_its_weights_alone() {
        let weights = [
            ("own_moves", 11.243),
            ("own_moves.power", 0.045),
            ("opponent_moves", -5.337),
            ("opponent_moves.power", 0.321),
        ];
        let class = Class { method: None, kids: 4, generations: 6, search: Search::Regular };
        let agent = plyground_catalog::Catalog::standard().game("khet").unwrap().agent("greedy").unwrap();
        let [weights, step] = shares(&Entry { class, agent, weights: Some(weights.into()) }, "moves");
        assert!((weights - 0.678).abs() < 0.01 && step < 0.2, "{weights} {step}");
    }

    /// With its powers, the published vector prefers own pieces and fewer moves of the opponent.
    #[test]
    fn the_published_vector_is_defensive_by_its_powers() {
        use plyground_game::Tunable as _;
        let vector = plyground_reports::khet::Evaluation::default();
        let number = |name: &str| {
            let place = vector.parameters().iter().position(|parameter| parameter.name == name).unwrap();
            vector.values()[place]
        };
        let worth = |name: &str, count: f64| number(name).abs() * count.powf(number(&format!("{name}.power")));
        let pieces = |side: &str| worth(&format!("{side}_pyramids"), 7.0) + worth(&format!("{side}_anubises"), 2.0);
        let attack = pieces("opponent") / (pieces("own") + pieces("opponent"));
        assert_eq!(format!("{:.0}", 100.0 * attack), "25", "all pieces");
        let names = vector.parameters().iter().map(|parameter| parameter.name).collect::<Vec<_>>();
        let class = Class { method: None, kids: 4, generations: 6, search: Search::Regular };
        let agent = plyground_catalog::Catalog::standard().game("khet").unwrap().agent("greedy").unwrap();
        let entry = Entry { class, agent, weights: Some(names.into_iter().zip(vector.values()).collect()) };
        let shares = [shares(&entry, "pieces")[1], shares(&entry, "moves")[1]];
        assert_eq!(shares.map(|share| format!("{:.0}", 100.0 * share)), ["1", "8"], "a first pyramid, a 71st move");
    }

    #[test]
    fn the_reports_vector_is_offensive_by_its_weights_alone() {
        let weights = [
            ("own_pyramids", 50.599),
            ("own_pyramids.power", 1.27),
            ("own_anubises", 1.087),
            ("opponent_pyramids", -41.552),
            ("opponent_pyramids.power", 0.17),
            ("opponent_anubises", -121.553),
        ];
        let class = Class { method: None, kids: 4, generations: 6, search: Search::Regular };
        let agent = plyground_catalog::Catalog::standard().game("khet").unwrap().agent("greedy").unwrap();
        let entry = Entry { class, agent, weights: Some(weights.into()) };
        let [weights, capture] = shares(&entry, "pieces");
        assert!((weights - 0.76).abs() < 0.01 && (capture - 0.014).abs() < 0.005, "{weights} {capture}");
    }
}
