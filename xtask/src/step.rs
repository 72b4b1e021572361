//! Commands that must succeed, shown as a user types them.

use std::fmt;
use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use camino::Utf8Path;

/// A named command.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// Program and arguments.
    command: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

impl Step {
    /// Creates a step from a command line, split at spaces.
    pub(crate) fn new(name: &'static str, command: &str) -> Step {
        let command = command.split_whitespace().map(str::to_owned).collect();
        Step { name, command, environment: Vec::new() }
    }

    /// Adds an argument, which may contain spaces.
    pub(crate) fn arg(mut self, word: &(impl AsRef<str> + ?Sized)) -> Step {
        self.command.push(word.as_ref().to_owned());
        self
    }

    /// Sets an environment variable.
    pub(crate) fn with(mut self, key: &'static str, value: impl Into<String>) -> Step {
        self.environment.push((key, value.into()));
        self
    }

    /// Returns the command line as a user types it.
    pub(crate) fn line(&self) -> String {
        let set = self.environment.iter().map(|(key, value)| {
            if value.contains(' ') { format!("{key}=\"{value}\"") } else { format!("{key}={value}") }
        });
        set.chain(self.command.iter().cloned()).collect::<Vec<_>>().join(" ")
    }

    /// Runs it in the root of the repository.
    ///
    /// # Errors
    /// Fails if it does not start or fails, and explains how to repeat it.
    pub(crate) fn run(&self, root: &Utf8Path) -> Result<(), String> {
        self.ended(self.command(root).status())
    }

    /// Runs it without output, and returns the output with the result.
    pub(crate) fn run_kept(&self, root: &Utf8Path) -> (String, Result<(), String>) {
        let mut printed = String::new();
        let status = io::pipe().and_then(|(mut reader, writer)| {
            let mut command = self.command(root);
            command.stdout(writer.try_clone()?).stderr(writer);
            let mut child = command.spawn()?;
            // The command holds the write ends of the pipe; the reader ends only after they are closed.
            drop(command);
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes)?;
            printed = String::from_utf8_lossy(&bytes).into_owned();
            child.wait()
        });
        (printed, self.ended(status))
    }

    fn command(&self, root: &Utf8Path) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).envs(self.environment.iter().map(|(key, value)| (key, value)));
        command.current_dir(root).stdin(Stdio::null());
        command
    }

    fn ended(&self, status: io::Result<ExitStatus>) -> Result<(), String> {
        let status = status.map_err(|error| format!("{}: `{}` does not start: {error}", self.name, self.command[0]))?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("{} failed ({status}); to repeat it: {}", self.name, self.line()))
        }
    }
}

/// Returns the output of a command.
///
/// # Errors
/// Fails if it does not start or fails, or its output is not UTF-8.
pub(crate) fn output(program: &str, arguments: &[&str], root: &Utf8Path) -> Result<String, String> {
    let fault = |error: &dyn fmt::Display| format!("`{program} {}`: {error}", arguments.join(" "));
    let output = Command::new(program).args(arguments).current_dir(root).stdin(Stdio::null()).output();
    let output = output.map_err(|error| fault(&error))?;
    if !output.status.success() {
        return Err(fault(&String::from_utf8_lossy(&output.stderr).trim()));
    }
    String::from_utf8(output.stdout).map_err(|error| fault(&error))
}

/// Returns the output of a command; empty if it is missing or fails.
pub(crate) fn printed(program: &str, arguments: &[&str], root: &Utf8Path) -> String {
    output(program, arguments, root).unwrap_or_default()
}

/// Returns whether the compiler can build for a target here.
pub(crate) fn has_target(target: &str, root: &Utf8Path) -> bool {
    let folder = printed("rustc", &["--print", "target-libdir", "--target", target], root);
    !folder.trim().is_empty() && Utf8Path::new(folder.trim()).is_dir()
}

/// Checks that the compiler can build for a target here.
///
/// # Errors
/// Fails if the target is not installed, and explains how to install it.
pub(crate) fn needs_target(target: &str, root: &Utf8Path) -> Result<(), String> {
    let missing = || format!("the target {target} is missing; to install it: rustup target add {target}");
    has_target(target, root).then_some(()).ok_or_else(missing)
}

/// Returns a time for display.
pub(crate) fn human(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_shown_as_typed() {
        let step = Step::new("a", "cargo doc  --locked").with("RUSTDOCFLAGS", "-D warnings").with("A", "b");
        assert_eq!(step.line(), "RUSTDOCFLAGS=\"-D warnings\" A=b cargo doc --locked");
    }

    #[test]
    fn a_step_that_fails_says_so() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(Step::new("a", "cargo --version").run(root).is_ok());
        assert!(Step::new("a", "cargo no-such-command").run(root).unwrap_err().ends_with("cargo no-such-command"));
        assert!(Step::new("a", "no-such-program").run(root).unwrap_err().contains("does not start"));
    }

    #[test]
    fn what_a_step_prints_is_kept() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
        let (printed, done) = Step::new("a", "cargo --version").run_kept(root);
        assert!(done.is_ok() && printed.starts_with("cargo "), "{printed}");
        let (printed, done) = Step::new("a", "cargo no-such-command").run_kept(root);
        assert!(done.is_err() && printed.contains("no such command"), "{printed}");
        assert!(Step::new("a", "no-such-program").run_kept(root).1.is_err());
    }

    #[test]
    fn what_is_not_there_prints_nothing() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(printed("cargo", &["--version"], root).starts_with("cargo "));
        assert_eq!(printed("no-such-program", &[], root), "");
        assert_eq!(printed("cargo", &["no-such-command"], root), "");
    }

    #[test]
    fn times_are_readable() {
        assert_eq!(human(Duration::from_millis(1240)), "1.2 s");
        assert_eq!(human(Duration::from_secs(125)), "2 min 05 s");
    }
}
