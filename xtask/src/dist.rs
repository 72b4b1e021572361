//! `cargo xtask dist`: the artifacts for users without a clone, in `target/dist`.
//!
//! The artifacts are `ply` as one statically linked file with manual pages and completions, the same as a Debian package, a bill
//! of materials, the Python package, the static site, the container file and checksums. They contain no path of the machine and
//! no time except the commit's, so that a commit always gives the same files. `--twice` builds them twice and compares, `--try`
//! installs them. `SOURCE_DATE_EPOCH` replaces the time of the last commit, for the commit that `cargo xtask release` makes.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use clap::ArgMatches;

use crate::step::{Step, has_target, needs_target, output, printed};
use crate::workspace::Workspace;
use crate::{disk, limits, options, python, site, tool, trial};

/// The program is statically linked with a C library, so it runs on every Linux of this architecture.
pub(crate) const TARGET: &str = "x86_64-unknown-linux-musl";
/// Instructions of every processor since 2009.
const PROCESSOR: &str = "-Ctarget-cpu=x86-64-v2";
/// Systems of the other programs of a release, which the workflow `release.yml` builds. Their standard library suffices to check
/// that `ply` and the Python package compile there.
pub(crate) const FOREIGN: [&str; 2] = ["aarch64-apple-darwin", "x86_64-pc-windows-gnu"];
/// A position-independent program has half a megabyte of relocations, which are some kilobytes packed. The linked C library
/// supports packed relocations. A system's C library must be of 2022 or later, so the Python package does not use them.
const PACKED: &str = "-Clink-arg=-Wl,-z,pack-relative-relocs";
/// Optimisation level of link-time optimisation, which applies to all crates. At the level for size, loops are not vectorised,
/// and the network of Tigers and Goats takes nearly five times as many instructions.
const LINKED: &str = "-Copt-level=3";
/// Variable with the time of all artifacts, by the convention of reproducible builds.
pub(crate) const TIME: &str = "SOURCE_DATE_EPOCH";
/// Packaging tools: crates and their versions, installed into `target/tools`.
const TOOLS: [(&str, &str); 2] = [("cargo-deb", "3.8.0"), ("cargo-cyclonedx", "0.5.9")];

/// Required programs and their Debian packages.
const PROGRAMS: [(&str, &str); 5] =
    [("musl-gcc", "musl-tools"), ("dpkg-deb", "dpkg"), ("strip", "binutils"), ("tar", "tar"), ("python3", "python3")];

/// Adds the arguments of the command.
pub(crate) fn arguments(command: clap::Command) -> clap::Command {
    command
        .arg(options::flag("twice", "Make all a second time in other folders, and compare every file"))
        .arg(options::flag("try", "Install each artifact in a clean place, and run the README's commands there"))
}

/// Builds all artifacts, once or twice.
///
/// # Errors
/// Returns the failed step, the missing tool, or the file that differs.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let twice = matches.get_flag("twice");
    println!("this takes about ten minutes on two cores{}", if twice { ", and as long once more" } else { "" });
    install(&workspace.root)?;
    let dist = Dist::new(workspace, "dist")?;
    dist.make()?;
    if twice {
        let again = Dist::new(workspace, "dist-again")?;
        again.make()?;
        differences(&dist.sums()?, &again.sums()?)?;
        println!("made twice: every file is the same");
    }
    if matches.get_flag("try") {
        trial::run(&workspace.root, &dist.folder, &workspace.target.join("dist-try"))?;
    }
    println!("\n{}in {}", dist.sums()?, dist.folder);
    Ok(())
}

/// Installs the missing tools or reports them.
fn install(root: &Utf8Path) -> Result<(), String> {
    needs_target(TARGET, root)?;
    needs_target(site::TARGET, root)?;
    for (program, package) in PROGRAMS {
        if printed(program, &["--version"], root).is_empty() {
            return Err(format!("there is no {program}; Debian has it in the package {package}"));
        }
    }
    for (name, version) in TOOLS {
        // Cargo skips a tool that it has installed in this version.
        let line = format!("cargo install {name} --version {version} --locked --debug --root target/tools");
        Step::new("tools", &line).with("CARGO_PROFILE_DEV_DEBUG", "0").run(root)?;
    }
    Ok(())
}

/// One build of all artifacts.
struct Dist<'a> {
    workspace: &'a Workspace,
    root: &'a Utf8Path,
    version: &'a str,
    /// Folder of the artifacts.
    folder: Utf8PathBuf,
    /// Target folder of cargo.
    build: Utf8PathBuf,
    /// Time of the commit in seconds since 1970.
    time: String,
}

impl Dist<'_> {
    fn new<'a>(workspace: &'a Workspace, name: &str) -> Result<Dist<'a>, String> {
        let root = &workspace.root;
        let folder = workspace.target.join(name);
        disk::remove_folder(&folder)?;
        disk::make_folder(&folder)?;
        let build = workspace.target.join(format!("{name}-build"));
        let of_commit = |_| output("git", &["log", "-1", "--format=%ct"], root);
        let time = std::env::var(TIME).or_else(of_commit)?.trim().to_owned();
        Ok(Dist { workspace, root, version: &workspace.version, folder, build, time })
    }

    fn make(&self) -> Result<(), String> {
        let files = self.files()?;
        self.archive(&files, &format!("{TARGET}.tar.gz"))?;
        self.debian_package()?;
        self.bill()?;
        disk::copy(&self.root.join("deploy/Containerfile"), &self.folder.join("Containerfile"))?;
        self.container(&files)?;
        for step in python::wheel_steps(&self.build, &self.folder) {
            self.run(step)?;
        }
        python::check_wheel(&self.folder, limits::WHEEL)?;
        self.foreign()?;
        self.site()?;
        self.checksums()
    }

    /// Runs a step with the commit's time, and keeps paths of the machine out of its output.
    fn run(&self, step: Step) -> Result<(), String> {
        self.run_with(step, &[PROCESSOR])
    }

    /// Runs a step with these flags for the compiler.
    fn run_with(&self, step: Step, flags: &[&str]) -> Result<(), String> {
        let step = step.with(TIME, &self.time).with("CARGO_TARGET_DIR", self.build.as_str());
        let mut flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
        for (from, to) in [(self.build.as_str(), "build"), (self.root.as_str(), "plyground"), (&cargo_home()?, "cargo")]
        {
            flags.push(format!("--remap-path-prefix={from}={to}"));
        }
        step.with("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).run(self.root)
    }

    /// Builds a folder of the program, its manual pages and completions, and the licence texts.
    fn files(&self) -> Result<Utf8PathBuf, String> {
        let line = format!(
            "cargo rustc --locked --profile dist --package plyground-cli --bin ply --features cluster --target {TARGET} -- {LINKED}"
        );
        self.run_with(Step::new("program", &line), &[PROCESSOR, PACKED])?;
        let built = self.build.join(TARGET).join("dist/ply");
        let files = self.build.join(format!("ply-{}", self.version));
        disk::remove_folder(&files)?;
        let ply = files.join("ply");
        disk::copy(&built, &ply)?;
        self.run(Step::new("strip", &format!("strip --strip-all {ply}")))?;
        disk::check_size(&ply, limits::PROGRAM)?;
        self.run(Step::new("manual pages", &format!("{ply} man {}", files.join("man"))))?;
        for (shell, name) in [("bash", "ply.bash"), ("zsh", "_ply"), ("fish", "ply.fish")] {
            let script = printed(ply.as_str(), &["completions", shell], self.root);
            disk::write(&files.join("completions").join(name), script)?;
        }
        for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            disk::copy(&self.root.join(name), &files.join(name))?;
        }
        Ok(files)
    }

    /// Packs all files in a fixed order, without an owner, with the commit's time.
    fn archive(&self, files: &Utf8Path, ending: &str) -> Result<(), String> {
        let (place, name) = (files.parent().unwrap_or(files), files.file_name().unwrap_or_default());
        let archive = self.folder.join(format!("{name}-{ending}"));
        let line = format!(
            "tar --create --sort=name --mtime=@{} --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw --use-compress-program=gzip \
             --file {archive} --directory {place} {name}",
            self.time
        );
        // -n omits the file name and time in the gzip header.
        self.run(Step::new("archive", &line).with("GZIP", "-9n"))
    }

    /// Builds the Debian package of `[package.metadata.deb]` in the command line's manifest.
    fn debian_package(&self) -> Result<(), String> {
        // The path of the files in that table, independent of the version and the target folder.
        let place = self.root.join("target/dist-files");
        _ = fs::remove_dir_all(&place);
        let files = self.build.join(format!("ply-{}", self.version));
        self.run(Step::new("files of the Debian package", &format!("cp -r {files} {place}")))?;
        let name = self.folder.join(format!("ply_{}_amd64.deb", self.version));
        let tool = tool::path(self.root, "cargo-deb");
        let line = format!(
            "{tool} --no-build --no-strip --package plyground-cli --target {TARGET} --profile dist --output {name}"
        );
        let made = self.run(Step::new("Debian package", &line));
        _ = fs::remove_dir_all(&place);
        made
    }

    /// Writes the bill of materials of the program in CycloneDX format.
    fn bill(&self) -> Result<(), String> {
        let tool = tool::path(self.root, "cargo-cyclonedx");
        let line = format!(
            "{tool} cyclonedx --manifest-path crates/cli/Cargo.toml --format json --features cluster --target {TARGET} \
             --override-filename ply.cdx --quiet"
        );
        self.run(Step::new("bill of materials", &line))?;
        // The tool writes a file beside every manifest, with a random serial number.
        let mut found = None;
        for manifest in printed("git", &["ls-files", "Cargo.toml", "*/Cargo.toml"], self.root).lines() {
            let path = self.root.join(manifest).with_file_name("ply.cdx.json");
            if let Ok(text) = fs::read_to_string(&path) {
                _ = fs::remove_file(&path);
                if manifest == "crates/cli/Cargo.toml" {
                    found = Some(text);
                }
            }
        }
        let text = found.ok_or("cargo-cyclonedx wrote no list for the command line")?;
        let lines = text.replace(&format!("path+file://{}", self.root), "path+file://plyground");
        let lines: Vec<&str> = lines.lines().filter(|line| !line.contains("\"serialNumber\"")).collect();
        disk::write(&self.folder.join(format!("ply-{}.cdx.json", self.version)), lines.join("\n") + "\n")
    }

    /// Checks that the program and the Python package compile for the other systems whose standard library is installed.
    fn foreign(&self) -> Result<(), String> {
        for target in FOREIGN {
            if has_target(target, self.root) {
                self.run_with(python::check_step(&self.build, target), &[])?;
            } else {
                println!("Not checked: {target}; to check it: rustup target add {target}");
            }
        }
        Ok(())
    }

    /// Builds the board and the book as static files, and packs them.
    fn site(&self) -> Result<(), String> {
        let folder = self.build.join(format!("plyground-{}", self.version));
        disk::remove_folder(&folder)?;
        site::build(self.workspace, &self.build, &folder, true, &|step| self.run_with(step, &[site::STACK]))?;
        self.archive(&folder, "board.tar.gz")
    }

    /// Builds the container image and starts its program if buildah is installed; the image is deleted.
    fn container(&self, files: &Utf8Path) -> Result<(), String> {
        if printed("buildah", &["--version"], self.root).is_empty() {
            println!("Not checked: the container; buildah (Debian: buildah) lets the next run do it.");
            return Ok(());
        }
        let place = self.build.join("container");
        // The system's storage and isolation need more privileges.
        let buildah = format!("buildah --storage-driver vfs --root {place}/storage --runroot {place}/run");
        let file = self.folder.join("Containerfile");
        for line in [
            format!("build --quiet --isolation chroot --tag ply --file {file} {files}"),
            "from --quiet --name ply-dist localhost/ply".to_owned(),
            "run --isolation chroot ply-dist -- /usr/bin/ply --version".to_owned(),
        ] {
            Step::new("container", &format!("{buildah} {line}")).run(self.root)?;
        }
        disk::remove_folder(&place)
    }

    fn checksums(&self) -> Result<(), String> {
        let files = disk::list(&self.folder)?;
        let names: Vec<&str> = files.iter().filter_map(|path| path.file_name()).collect();
        let sums = printed("sha256sum", &names, &self.folder);
        if sums.lines().count() != names.len() {
            return Err("sha256sum (Debian: coreutils) did not answer for every file".into());
        }
        disk::write(&self.folder.join("SHA256SUMS"), sums)
    }

    fn sums(&self) -> Result<String, String> {
        disk::read(&self.folder.join("SHA256SUMS"))
    }
}

/// Compares the checksums of two builds.
fn differences(one: &str, other: &str) -> Result<(), String> {
    let differ: Vec<&str> = one.lines().filter(|line| !other.lines().any(|other| other == *line)).collect();
    if differ.is_empty() && one.lines().count() == other.lines().count() {
        Ok(())
    } else {
        Err(format!("made twice, these differ:\n{}", differ.join("\n")))
    }
}

/// Returns cargo's home, which contains the sources of third-party packages.
fn cargo_home() -> Result<String, String> {
    let home = std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
    home.map_err(|_| "neither CARGO_HOME nor HOME is set".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_named() {
        let one = "aa  ply.deb\nbb  ply.tar.gz\n";
        assert!(differences(one, one).is_ok());
        assert!(differences(one, "aa  ply.deb\ncc  ply.tar.gz\n").unwrap_err().contains("bb  ply.tar.gz"));
        assert!(differences(one, "aa  ply.deb\nbb  ply.tar.gz\ndd  new\n").is_err());
    }
}
