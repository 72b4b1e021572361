//! The report's seven conclusions, judged by a tournament.

use plyground_optimize::Method;

use crate::reproduce::page::Judged;
use crate::reproduce::verdict::{MUCH, Verdict};

use super::table::{Entry, Field, with_interval};
use super::{Class, Search};

/// Share of the points from which an agent is "much better".
const MUCH_BETTER: f64 = 0.5 + MUCH;

/// Judges the claims that the best agents prefer attack to defence, and own moves to fewer moves of the opponent, and that the
/// first player has an advantage.
pub(super) fn judge(field: &Field) -> [(&'static str, Judged, String); 2] {
    let [(attack, _), (moves, _)] = on_vectors(field);
    let first = &field.first_side;
    [
        (
            "V.d",
            attack.and(moves).judged(),
            format!("by the best three: attack {}, mobility {}", attack.judged().text(), moves.judged().text()),
        ),
        ("V.e", Verdict::better(first).judged(), format!("first player from the start {}%", with_interval(first))),
    ]
}

/// Returns a table of claims, counts and verdicts.
pub(super) fn markdown(field: &Field) -> String {
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
    let among_regular = methods(Search::Regular);
    let sizes = field.meetings(|one| regular(one) && sized(4)(one), |other| regular(other) && sized(3)(other));
    let greedy_climb = field.meetings(
        |one| !regular(one) && climbs(one) && sized(4)(one),
        |other| !regular(other) && climbs(other) && sized(3)(other),
    );
    let by_hand = field.meetings(|one| regular(one) && tuned(one), |other| regular(other) && !tuned(other));
    let first = &field.first_side;
    let [(offensive, best), (mobile, moves)] = on_vectors(field);
    let rows = [
        (
            "a. Regular alpha-beta is much better than heuristic-greedy",
            Verdict::above(searches.score_interval(0.95), MUCH_BETTER),
            format!("tuned R against tuned H: {}", with_interval(&searches)),
        ),
        (
            "b. Climbing and genetic are hard to distinguish",
            Verdict::equal(&among_regular),
            format!("A against G, both R: {}", with_interval(&among_regular)),
        ),
        (
            "b. With the same games, (4,6) and (3,12) do about the same",
            Verdict::equal(&sizes),
            format!("(4,6) against (3,12), both R: {}", with_interval(&sizes)),
        ),
        (
            "c. Climbing for H needs a larger population rather than more generations",
            Verdict::better(&greedy_climb),
            format!("A(4,6)H against A(3,12)H: {}", with_interval(&greedy_climb)),
        ),
        ("d. The best agents play offensively: the opponent's pieces weigh more than their own", offensive, best),
        ("d. The best agents prefer more own moves to fewer moves of the opponent", mobile, moves),
        (
            "e. The side that moves first has an advantage",
            Verdict::better(first),
            format!(
                "from the start: {}; after random moves: {}",
                with_interval(first),
                with_interval(&field.first_side_later)
            ),
        ),
        (
            "f. A computer plays Khet well, read as: optimised agents beat the hand-tuned one",
            Verdict::better(&by_hand),
            format!("tuned R against P-R: {}", with_interval(&by_hand)),
        ),
    ];
    let mut text = String::from("| the report's conclusion | verdict | per cent, with 95% interval |\n|---|---|---|\n");
    for (claim, verdict, counted) in rows {
        text += &format!("| {claim} | {} | {counted} |\n", verdict.text());
    }
    let greedy = methods(Search::Greedy);
    text + &format!("\nFor A against G, both with H, the figure is {}.\n", with_interval(&greedy))
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

/// Returns the verdict by the number of the best agents that agree.
fn of_count(count: usize, all: usize) -> Verdict {
    match count {
        0 => Verdict::Fails,
        count if count == all => Verdict::Holds,
        _ => Verdict::Open,
    }
}

/// Function that returns a share of the weights of an agent, and that of their effect.
type Shares = fn(&Entry) -> [f64; 2];

/// Judges by their weights whether the best agents prefer attack and own moves, as the report interprets its best vector. The
/// shares in brackets are those of an effect, because a small power reduces the effect of a large weight.
fn on_vectors(field: &Field) -> [(Verdict, String); 2] {
    let best = best(field);
    let kinds: [(&str, Shares); 2] = [("opponent's pieces", shares_of_enemy), ("own moves", shares_of_own_moves)];
    kinds.map(|(what, shares)| {
        let verdict = of_count(best.iter().filter(|entry| shares(entry)[0] > 0.5).count(), best.len());
        let shown = best.iter().map(|entry| {
            let [weights, effect] = shares(entry).map(|share| 100.0 * share);
            format!("{} {weights:.0} ({effect:.0})", entry.class.name())
        });
        (verdict, format!("{what}: {}", shown.collect::<Vec<_>>().join(", ")))
    })
}

/// Returns the own share of the weights of moves, and of the effect of one more move at 70 moves.
fn shares_of_own_moves(entry: &Entry) -> [f64; 2] {
    let number = |name: &str| entry.weights.as_ref().and_then(|weights| weights.get(name)).copied().unwrap_or(0.0);
    let weight = |side: &str| number(&format!("{side}_moves")).abs();
    let step = |side: &str| {
        let power = number(&format!("{side}_moves.power"));
        weight(side) * (71_f64.powf(power) - 70_f64.powf(power))
    };
    let share = |own: f64, enemy: f64| if own + enemy > 0.0 { own / (own + enemy) } else { 0.5 };
    [share(weight("own"), weight("opponent")), share(step("own"), step("opponent"))]
}

/// Returns the enemy's share of the weights of pieces, and of the effect of the loss of a first pyramid.
fn shares_of_enemy(entry: &Entry) -> [f64; 2] {
    let number = |name: &str| entry.weights.as_ref().and_then(|weights| weights.get(name)).copied().unwrap_or(0.0);
    let weights = |side: &str| number(&format!("{side}_pyramids")).abs() + number(&format!("{side}_anubises")).abs();
    let capture = |side: &str| {
        let power = number(&format!("{side}_pyramids.power"));
        number(&format!("{side}_pyramids")).abs() * (7_f64.powf(power) - 6_f64.powf(power))
    };
    let share = |own: f64, enemy: f64| if own + enemy > 0.0 { enemy / (own + enemy) } else { 0.5 };
    [share(weights("own"), weights("opponent")), share(capture("own"), capture("opponent"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_best_have_to_say_so() {
        assert_eq!([0, 1, 3].map(|count| of_count(count, 3)), [Verdict::Fails, Verdict::Open, Verdict::Holds]);
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
        let [weights, step] = shares_of_own_moves(&Entry { class, agent, weights: Some(weights.into()) });
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
        let shares = [shares_of_enemy(&entry)[1], shares_of_own_moves(&entry)[1]];
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
        let [weights, capture] = shares_of_enemy(&entry);
        assert!((weights - 0.76).abs() < 0.01 && (capture - 0.014).abs() < 0.005, "{weights} {capture}");
    }
}
