//! Certificates: refused in one line, or verified within bounded time and memory, whatever counts they state.

use plyground_catalog::Catalog;
use plyground_solve::SolveOptions;
use plyground_solve::proof::{Certificate, MOST_PLIES, Sample};

use crate::check_line;

/// Deeper trees, and larger boards, are right to take long: only their counts are looked at.
const PLIES: u32 = 3;
/// The longest text of a position of a small board.
const POSITION: usize = 24;

/// The input is a certificate.
///
/// # Panics
/// When a certificate that was read is written as another one, or a message is no line.
pub(crate) fn certificate(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let certificate = match Certificate::parse(&text) {
        Ok(certificate) => certificate,
        Err(error) => return check_line(&error, &text),
    };
    let again = Certificate::parse(&certificate.to_string()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(again, certificate, "{text:?}");
    assert!(certificate.head.plies <= MOST_PLIES, "{text:?}: {} plies", certificate.head.plies);
    let catalog = Catalog::standard();
    let Ok(game) = catalog.game(&certificate.head.game) else { return };
    if certificate.head.plies > PLIES || certificate.head.position.len() > POSITION {
        return;
    }
    let options = SolveOptions { tables: "no/such/folder".into(), table: 1, ..SolveOptions::default() };
    // The tree above the leaves, of which none is proved again.
    match game.verify(&certificate, &options, Sample::Some(0, 0), &mut |_| {}) {
        Ok(verified) => assert_eq!((verified.value, verified.proved), (certificate.head.value, 0), "{text:?}"),
        Err(error) => check_line(&error, &text),
    }
}
