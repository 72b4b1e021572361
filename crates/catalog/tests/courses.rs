//! The tasks and tours that teach the rules, checked by the rules.
#![allow(clippy::unwrap_used)]

use plyground_catalog::{Catalog, Course, ErrorKind, GameRef, Start};

fn courses() -> Vec<(GameRef, Course)> {
    let games = Catalog::standard();
    let course = |game: &GameRef| (game.clone(), Course::read(game.info().course.unwrap()).unwrap());
    games.games().iter().map(course).collect()
}

/// Whether a text is one or more whole sentences.
fn is_sentence(text: &str) -> bool {
    text.starts_with(char::is_uppercase) && text.ends_with('.') && !text.contains("  ")
}

#[test]
fn every_task_can_be_solved_and_missed() {
    for (game, course) in courses() {
        let name = game.info().name;
        assert!((5..=8).contains(&course.tasks.len()), "{name}");
        for task in &course.tasks {
            let start = Start { rules: task.rules.clone(), position: Some(task.position.clone()), ..Start::default() };
            let session = game.open(&start).unwrap();
            assert_eq!(session.show().position, task.position, "{name}");
            let hints = session.scene().moves;
            let is_accepted = |text: &String| task.accept.contains(text);
            let legal: Vec<String> = session.show().legal;
            assert!(!task.accept.is_empty() && task.accept.iter().all(|mv| legal.contains(mv)), "{name}: {task:?}");
            assert!(legal.iter().any(|mv| !is_accepted(mv)), "{name}: every move solves {}", task.position);
            if let Some(goal) = &task.goal {
                for hint in hints {
                    assert_eq!(
                        hint.description.contains(goal),
                        is_accepted(&hint.text),
                        "{name}: {}",
                        hint.description
                    );
                }
            }
        }
    }
}

#[test]
fn tours_are_games_by_the_rules() {
    for (game, course) in courses() {
        let name = game.info().name;
        assert!(course.tour.steps.len() >= 5, "{name}");
        let moves = course.tour_moves();
        assert!(moves.split_whitespace().count() >= 5, "{name}");
        let start = Start {
            rules: course.tour.rules.clone(),
            position: course.tour.position.clone(),
            moves: moves.clone(),
            ..Start::default()
        };
        let session = game.open(&start).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(session.state().move_texts().join(" "), moves, "{name}");
    }
}

#[test]
fn texts_are_sentences_about_the_game() {
    for (game, course) in courses() {
        let tasks = course.tasks.iter().flat_map(|task| [&task.task, &task.answer]);
        for text in tasks.chain(course.tour.steps.iter().map(|step| &step.text)) {
            let name = game.info().name;
            assert!(is_sentence(text), "{name}: {text}");
            assert!(text.len() <= 170, "{name}: {} letters: {text}", text.len());
            for word in ["crate", "button", "click", "menu", "option"] {
                assert!(!text.to_lowercase().contains(word), "{name}: {text}");
            }
        }
    }
}

/// In a position where the last task of Khet asks for safety, no accepted move lets red win at once, and every other does.
#[test]
fn the_moves_that_save_are_all_that_save() {
    for (name, position) in [("khet", "x39/5k4//3A46/p14K4///9X1 0"), ("cachex", "5 .r.../.rb../.rb../.r.../.b... b 7")]
    {
        let (game, course) = courses().into_iter().find(|(game, _)| game.info().name == name).unwrap();
        let task = course.tasks.iter().find(|task| task.position == position).unwrap();
        let after = |moves: String| {
            let start = Start { position: Some(position.to_owned()), moves, ..Start::default() };
            game.open(&start).unwrap().show()
        };
        let show = after(String::new());
        for mv in &show.legal {
            let wins = |reply: &String| {
                after(format!("{mv} {reply}"))
                    .outcome
                    .is_some_and(|ended| ended.winner.is_some_and(|winner| winner != show.side))
            };
            let is_safe = !after(mv.clone()).legal.iter().any(wins);
            assert_eq!(is_safe, task.accept.contains(mv), "{name}: {mv}");
        }
    }
}

#[test]
fn what_is_no_course_is_refused_with_its_place() {
    for (text, message) in [
        ("", "line 1, column 1: missing field `task`"),
        ("[[task]]\nposition = 1\n", "line 2, column 12: "),
        ("[[task]]\nunknown = \"\"\n", "line 2, column 1: unknown field `unknown`"),
        ("[tour", "line 1, column "),
    ] {
        let error = Course::read(text).unwrap_err();
        assert!(error.to_string().starts_with(&format!("not a course: {message}")), "{error}");
        assert_eq!((error.kind(), error.to_string().lines().count()), (ErrorKind::Input, 1));
    }
}
