//! Signed headers that authenticate the sender and the chunk of a result.
//!
//! All clients of a server share its token, so a name in a message proves nothing. Therefore a worker draws a key pair (Ed25519,
//! RFC 8032) when it starts, its name ends with the first digits of the public key, and it signs each result. No registration is
//! necessary, because the name verifies the key.

use async_nats::HeaderMap;
use ring::rand::SystemRandom;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use crate::error::ClusterError;
use crate::protocol::{CHUNK, ChunkRange, FAILURE, JOB, KEY, MICROSECONDS, SIGNATURE, THREADS, WORKER};

/// Digits of the public key at the end of a name. They are 80 bits, too many to find a second key by search.
const DIGITS: usize = 20;

/// Key pair of a process.
pub struct Identity {
    keys: Ed25519KeyPair,
    key: String,
}

impl std::fmt::Debug for Identity {
    /// Omits the secret key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity").field("key", &self.key).finish_non_exhaustive()
    }
}

impl Identity {
    /// Draws a key pair.
    ///
    /// # Errors
    /// When the system has no source of randomness.
    pub fn draw() -> Result<Identity, ClusterError> {
        let none = || ClusterError::Failed("the system has no random numbers".into());
        let secret = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(|_| none())?;
        let keys = Ed25519KeyPair::from_pkcs8(secret.as_ref()).map_err(|_| none())?;
        let key = to_hex(keys.public_key().as_ref());
        Ok(Identity { keys, key })
    }

    /// Returns the name of a worker: this prefix and the first digits of the public key.
    #[must_use]
    pub fn name(&self, prefix: &str) -> String {
        format!("{prefix}-{}", &self.key[..DIGITS])
    }

    /// Returns the public key, in 64 digits.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Signs bytes.
    pub(crate) fn sign(&self, bytes: &[u8]) -> String {
        to_hex(self.keys.sign(bytes).as_ref())
    }
}

/// Reports whether the owner of a public key has signed the bytes.
pub(crate) fn is_signed_by(key: &str, signature: &str, bytes: &[u8]) -> bool {
    let (Some(key), Some(signature)) = (from_hex(key), from_hex(signature)) else { return false };
    UnparsedPublicKey::new(&ED25519, key).verify(bytes, &signature).is_ok()
}

/// Headers of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Envelope {
    /// Name of the worker.
    pub worker: String,
    /// Id of the message that published the chunk.
    pub job: String,
    /// First pair of the chunk.
    pub first: u64,
    /// Number of pairs of the chunk.
    pub pairs: u64,
    /// Number of chunks that the worker plays concurrently.
    pub threads: u64,
    /// Time of the games in microseconds.
    pub micros: u64,
    /// Whether the message reports a failure instead of games.
    pub is_failure: bool,
}

impl Envelope {
    /// Returns the signed headers of a result of a run.
    #[must_use]
    pub fn headers(&self, identity: &Identity, run: &str, payload: &[u8]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CHUNK, self.chunk().to_string());
        headers.insert(WORKER, self.worker.as_str());
        headers.insert(JOB, self.job.as_str());
        headers.insert(THREADS, self.threads.to_string());
        headers.insert(MICROSECONDS, self.micros.to_string());
        if self.is_failure {
            headers.insert(FAILURE, "1");
        }
        headers.insert(KEY, identity.key());
        headers.insert(SIGNATURE, identity.sign(&self.signed(run, payload)));
        headers
    }

    /// Returns the chunk of the result.
    pub(crate) fn chunk(&self) -> ChunkRange {
        ChunkRange::new(self.first, self.pairs)
    }

    /// Reads the headers of a result of a run, and verifies that the owner of the name has signed them with the payload.
    pub(crate) fn read(headers: Option<&HeaderMap>, run: &str, payload: &[u8]) -> Result<Envelope, &'static str> {
        let text = |name: &str| headers.and_then(|headers| headers.get(name)).map(|value| value.as_str());
        let number = |name: &str| text(name).and_then(|text| text.parse::<u64>().ok());
        let unsigned = "a result without a signature";
        let (key, signature) = (text(KEY).ok_or(unsigned)?, text(SIGNATURE).ok_or(unsigned)?);
        let ChunkRange { first, pairs } = text(CHUNK).and_then(ChunkRange::parse).ok_or("a result of no chunk")?;
        let envelope = Envelope {
            worker: text(WORKER).filter(|name| is_name(name)).ok_or("a result without a name")?.to_owned(),
            job: text(JOB).ok_or("a result of no chunk")?.to_owned(),
            first,
            pairs,
            threads: number(THREADS).ok_or("a result without threads")?,
            micros: number(MICROSECONDS).ok_or("a result without a time")?,
            is_failure: text(FAILURE).is_some(),
        };
        let own = key.get(..DIGITS).is_some_and(|digits| envelope.worker.ends_with(&format!("-{digits}")));
        if !own || !is_signed_by(key, signature, &envelope.signed(run, payload)) {
            return Err("a result that the owner of its name has not signed");
        }
        Ok(envelope)
    }

    /// Returns the bytes that are signed.
    fn signed(&self, run: &str, payload: &[u8]) -> Vec<u8> {
        let Envelope { worker, job, first, pairs, threads, micros, is_failure } = self;
        let head = format!("result\n{run}\n{worker}\n{job}\n{first}+{pairs}\n{threads}\n{micros}\n{is_failure}\n");
        [head.as_bytes(), payload].concat()
    }
}

/// Returns the bytes that a coordinator signs to send a worker away from a run.
pub(crate) fn leave_text(run: &str, worker: &str) -> Vec<u8> {
    format!("leave\n{run}\n{worker}\n").into_bytes()
}

/// Reports whether a text is a valid name of a worker, which must fit into a subject and a terminal line.
fn is_name(text: &str) -> bool {
    (1..=100).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) || text.len() > 256 {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope(identity: &Identity) -> Envelope {
        Envelope {
            worker: identity.name("lab-7"),
            job: "feed.3+2.x.1.0".into(),
            first: 3,
            pairs: 2,
            threads: 4,
            micros: 77,
            is_failure: false,
        }
    }

    #[test]
    fn a_signed_result_reads_back() {
        let identity = Identity::draw().unwrap();
        let sent = envelope(&identity);
        let headers = sent.headers(&identity, "feed", b"games");
        assert_eq!(Envelope::read(Some(&headers), "feed", b"games"), Ok(sent));
    }

    #[test]
    fn a_signature_covers_name_and_content() {
        let (identity, other) = (Identity::draw().unwrap(), Identity::draw().unwrap());
        let sent = envelope(&identity);
        // First another key with the name, then the key of the name with the signature of another key.
        let stolen = sent.headers(&other, "feed", b"games");
        assert!(Envelope::read(Some(&stolen), "feed", b"games").is_err());
        let mut mixed = stolen;
        mixed.insert(KEY, identity.key());
        assert!(Envelope::read(Some(&mixed), "feed", b"games").is_err());
        let headers = sent.headers(&identity, "feed", b"games");
        for (run, payload) in [("f00d", &b"games"[..]), ("feed", b"other"), ("feed", b"")] {
            assert!(Envelope::read(Some(&headers), run, payload).is_err());
        }
        // The signature covers each header.
        for (name, value) in [(CHUNK, "4+2"), (JOB, "x"), (THREADS, "5"), (MICROSECONDS, "0"), (FAILURE, "1")] {
            let mut changed = headers.clone();
            changed.insert(name, value);
            assert!(Envelope::read(Some(&changed), "feed", b"games").is_err(), "{name}");
        }
        let mut bare = HeaderMap::new();
        bare.insert(CHUNK, "3+2");
        bare.insert(WORKER, identity.name("lab-7"));
        assert_eq!(Envelope::read(Some(&bare), "feed", b"games"), Err("a result without a signature"));
        assert!(Envelope::read(None, "feed", b"games").is_err());
    }

    #[test]
    fn names_fit_into_subjects() {
        for (name, fits) in
            [("lab-1", true), ("", false), ("a b", false), ("*", false), ("a.b", false), ("\u{1b}", false)]
        {
            assert_eq!(is_name(name), fits, "{name}");
        }
    }
}
