//! The rules of a game, as its page of the documents states them, with boards for the positions that it shows.

use plyground_catalog::{GameRef, Start};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html};
use serde::Deserialize;

use crate::fault::Fault;
use crate::page::Page;
use crate::played::{Played, theme};
use crate::request::{Call, Reply};

/// The rules as HTML. A position is a `figure` that names it: the page puts a board there.
pub(super) fn rules(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let text = html_of(page.catalog.game(call.name)?).ok_or_else(|| Fault::missing("page of rules"))?;
    Ok(Reply::Text { kind: "text/html; charset=utf-8", text })
}

/// A board to look at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    position: String,
    theme: Option<String>,
}

/// The picture of a position.
pub(super) fn board(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let Board { position, theme: named } = call.query()?;
    let theme = theme(named.as_deref())?;
    let start = Start { position: Some(position), ..Start::default() };
    let text = Played::open(page.catalog.game(call.name)?, &start)?.picture(None, &[], theme)?;
    Ok(Reply::Text { kind: "image/svg+xml; charset=utf-8", text })
}

/// The game's page; `None` if it has none.
fn html_of(game: &GameRef) -> Option<String> {
    let page = game.info().rules_page?;
    let mut events = Vec::new();
    let mut code: Option<String> = None;
    let mut is_image = false;
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => code = Some(String::new()),
            Event::Text(text) if code.is_some() => code.iter_mut().for_each(|code| code.push_str(&text)),
            Event::End(TagEnd::CodeBlock) => events.push(Event::Html(shown(game, &code.take()?).into())),
            // Pictures of the book are drawn here as boards, from the command above each.
            Event::Html(comment) if picture(&comment).is_some() => {
                events.push(Event::Html(shown(game, picture(&comment).unwrap_or_default()).into()));
            }
            Event::Start(Tag::Image { .. }) => is_image = true,
            Event::End(TagEnd::Image) => is_image = false,
            _ if is_image => {}
            // Other pages are not here.
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => {}
            event => events.push(event),
        }
    }
    let mut page = String::new();
    html::push_html(&mut page, events.into_iter());
    Some(page)
}

/// Returns the position of a comment `<!-- picture: ply show GAME --position "POSITION" -->`.
fn picture(comment: &str) -> Option<&str> {
    let (_, rest) = comment.strip_prefix("<!-- picture: ")?.split_once("--position \"")?;
    rest.split_once('"').map(|(position, _)| position)
}

/// Returns a board for a code block that begins with a position, else the code block.
fn shown(game: &GameRef, code: &str) -> String {
    let first = code.lines().next().unwrap_or_default().trim();
    let start = Start { position: Some(first.to_owned()), ..Start::default() };
    let escape =
        |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    match game.open(&start) {
        Ok(_) => format!("<figure data-position=\"{}\"></figure>\n", escape(first)),
        Err(_) => format!("<pre>{}</pre>\n", escape(code)),
    }
}
