//! `cargo xtask dist --try`: installs each artifact in a clean place, and runs the commands of the README there.
//!
//! `ply` runs without environment in a root folder that contains only its package, in a user namespace of Linux. So a missing
//! file, library or dependency is a failure. The wheel is installed into an empty virtual environment without PyPI, and runs the
//! README's program. The site is served by Python's web server, which is asked for what its pages load.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};

use crate::step::{Step, printed};
use crate::{disk, markdown};

/// Runs a program without environment variables, except for the path of the system's programs.
const CLEAN: &str = "env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin";
/// Runs a program as the root user of a new user namespace, who may change the root folder.
const AS_ROOT: &str = "unshare --user --map-root-user";
/// What a database of dpkg must have before the first package.
const DATABASE: [&str; 3] = ["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"];

/// Tries all artifacts of `dist` in folders below `place`, which are removed if everything works.
///
/// # Errors
/// Returns the artifact that cannot be installed, or the command that fails or prints something else than the README.
pub(crate) fn run(root: &Utf8Path, dist: &Utf8Path, place: &Utf8Path) -> Result<(), String> {
    disk::remove_folder(place)?;
    let readme = disk::read(&root.join("README.md"))?;
    Step::new("checksums", "sha256sum --check --quiet SHA256SUMS").run(dist)?;
    let has_root = printed("unshare", &["--user", "--map-root-user", "id", "-u"], root).trim() == "0";
    if !has_root {
        println!("Not checked: that `ply` needs no file of the system; this system refuses user namespaces.");
    }
    let archive = unpacked(&artifact(dist, "-musl.tar.gz")?, &place.join("archive"))?;
    program(&archive, "ply", &readme, has_root)?;
    let package = installed(&artifact(dist, ".deb")?, &place.join("package"), has_root)?;
    program(&package, "usr/bin/ply", &readme, has_root)?;
    wheel(&artifact(dist, ".whl")?, &place.join("python"), &readme)?;
    site(&unpacked(&artifact(dist, "-board.tar.gz")?, &place.join("site"))?)?;
    disk::remove_folder(place)?;
    println!("tried: the archive, the Debian package, the wheel and the site work in clean places");
    Ok(())
}

/// Returns the only file of a folder whose name ends so.
fn artifact(dist: &Utf8Path, ending: &str) -> Result<Utf8PathBuf, String> {
    let mut found = disk::list(dist)?.into_iter().filter(|path| path.as_str().ends_with(ending));
    match (found.next(), found.next()) {
        (Some(path), None) => Ok(path),
        _ => Err(format!("{dist}: expected one file *{ending}")),
    }
}

/// Unpacks an archive into a new folder.
fn unpacked(archive: &Utf8Path, folder: &Utf8Path) -> Result<Utf8PathBuf, String> {
    disk::make_folder(folder)?;
    let line = format!("tar --extract --gzip --file {archive} --directory {folder} --strip-components 1");
    Step::new("unpacking", &line).run(folder)?;
    Ok(folder.to_owned())
}

/// Installs a Debian package into a root folder without any other package.
fn installed(package: &Utf8Path, folder: &Utf8Path, has_root: bool) -> Result<Utf8PathBuf, String> {
    disk::make_folder(folder)?;
    if has_root {
        DATABASE.iter().try_for_each(|name| disk::make_folder(&folder.join(name)))?;
        disk::write(&folder.join("var/lib/dpkg/status"), "")?;
        let line = format!("{CLEAN} {AS_ROOT} dpkg --root={folder} --install {package}");
        Step::new("installation", &line).run(folder)?;
    } else {
        Step::new("unpacking", &format!("dpkg-deb --extract {package} {folder}")).run(folder)?;
    }
    Ok(folder.to_owned())
}

/// Runs the README's commands by the program at `path` below the root folder `folder`.
fn program(folder: &Utf8Path, path: &str, readme: &str, has_root: bool) -> Result<(), String> {
    let work = folder.join("work");
    disk::make_folder(&work)?;
    let start = match has_root {
        true => format!("{CLEAN} {AS_ROOT} --root={folder} --wd=/work /{path}"),
        false => format!("{CLEAN} {folder}/{path}"),
    };
    let commands = commands(readme);
    if commands.is_empty() {
        return Err("README.md has no command of `ply`".into());
    }
    for (arguments, expected) in commands {
        println!("{path} {arguments}");
        let (printed, done) = Step::new("README", &format!("{start} {arguments}")).run_kept(&work);
        done.map_err(|error| format!("{error}\n{printed}"))?;
        for line in expected {
            if !printed.contains(line) {
                return Err(format!("`ply {arguments}` does not print `{line}`, as the README says, but:\n{printed}"));
            }
        }
    }
    Ok(())
}

/// Returns the arguments of each command of `ply` in the README, and the lines of its output that are the same at every run.
fn commands(readme: &str) -> Vec<(&str, Vec<&str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for (info, block) in blocks(readme) {
        for line in block.lines() {
            let command = line.strip_prefix("$ ply ").or_else(|| line.strip_prefix("cargo run --release -- "));
            match (command, commands.last_mut()) {
                (Some(arguments), _) => commands.push((arguments, Vec::new())),
                (None, Some((_, lines))) if info == "console" && line != "..." && !line.contains("[..]") => {
                    lines.push(line);
                }
                _ => {}
            }
        }
    }
    commands
}

/// Returns the fenced blocks of a page: the word after the fence, and the text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts = page.split("```").skip(1).step_by(2);
    parts.filter_map(|part| part.split_once('\n')).collect()
}

/// Installs the wheel into a new environment, without other packages, and runs the README's program.
fn wheel(wheel: &Utf8Path, folder: &Utf8Path, readme: &str) -> Result<(), String> {
    let (_, block) = *blocks(readme).iter().find(|(info, _)| *info == "python").ok_or("README.md has no Python")?;
    disk::make_folder(folder)?;
    Step::new("virtual environment", &format!("{CLEAN} python3 -m venv {folder}")).run(folder)?;
    let python = format!("{CLEAN} {folder}/bin/python -I");
    Step::new("installation", &format!("{python} -m pip install --quiet --no-index {wheel}")).run(folder)?;
    Step::new("README's Python", &format!("{python} -c")).arg(block).run(folder)
}

/// Serves a folder and asks for all that its pages load, and for the engines.
fn site(folder: &Utf8Path) -> Result<(), String> {
    let server = Server::start(folder)?;
    for page in ["index.html", "book/index.html"] {
        let text = server.get(page)?;
        let mut targets = markdown::attributes(&text, ["href", "src"]);
        targets.retain(|target| !markdown::is_address(target) && !target.starts_with('#'));
        if targets.len() < 10 {
            return Err(format!("{page} loads only {} files", targets.len()));
        }
        for target in targets {
            let path = target.split(['#', '?']).next().and_then(|target| markdown::resolve(page, target));
            server.get(&path.ok_or_else(|| format!("{page} leaves the site: {target}"))?)?;
        }
    }
    let engines = server.get("assets/plyground_bg.wasm")?;
    // A browser compiles the engines while they load only if they are called so.
    if engines.contains("Content-type: application/wasm") {
        Ok(())
    } else {
        Err("the engines have another type".into())
    }
}

/// A web server of Python's standard library, which is ended when it is dropped.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(folder: &Utf8Path) -> Result<Server, String> {
        let failed = |error: &dyn std::fmt::Display| format!("python3 -m http.server: {error}");
        let mut command = Command::new("python3");
        command.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.as_str()]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| failed(&error))?;
        let mut server = Server { child, port: 0 };
        let mut line = String::new();
        let printed = server.child.stdout.take().ok_or_else(|| failed(&"no output"))?;
        BufReader::new(printed).read_line(&mut line).map_err(|error| failed(&error))?;
        let port = line.split("port ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        server.port = port.ok_or_else(|| failed(&line))?;
        Ok(server)
    }

    /// Returns the answer to a request, with its head.
    fn get(&self, path: &str) -> Result<String, String> {
        let ask = || {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
            write!(stream, "GET /{path} HTTP/1.0\r\n\r\n")?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer)?;
            std::io::Result::Ok(String::from_utf8_lossy(&answer).into_owned())
        };
        let answer = ask().map_err(|error| format!("/{path}: {error}"))?;
        let head = answer.lines().next().unwrap_or_default();
        if head.contains(" 200 ") { Ok(answer) } else { Err(format!("/{path}: {head}")) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readmes_commands_are_found_with_what_they_print() {
        let readme = include_str!("../../README.md");
        let found = commands(readme);
        let names: Vec<&str> = found.iter().filter_map(|(arguments, _)| arguments.split(' ').next()).collect();
        assert_eq!(names, ["analyse", "solve", "match", "perft"]);
        assert!(found[0].1.is_empty() && found[1].1.contains(&"south wins by 6 seeds"));
        assert!(blocks(readme).iter().any(|(info, text)| *info == "python" && text.contains("import plyground")));
    }

    #[test]
    fn every_file_that_the_page_loads_is_on_the_site() {
        let name = format!("plyground-trial-site-{}", std::process::id());
        let folder = Utf8PathBuf::from_path_buf(std::env::temp_dir()).unwrap().join(name);
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        crate::site::page(root, &folder, true).unwrap();
        disk::write(&folder.join("book/index.html"), "<a href=\"../index.html#start\">".repeat(10)).unwrap();
        assert_eq!(site(&folder).unwrap_err(), "/assets/plyground_bg.wasm: HTTP/1.0 404 File not found");
        disk::write(&folder.join("assets/plyground_bg.wasm"), "engines").unwrap();
        assert_eq!(site(&folder), Ok(()));
        std::fs::remove_file(folder.join("assets/settings.js")).unwrap();
        assert!(site(&folder).unwrap_err().starts_with("/assets/settings.js: HTTP/1.0 404"));
        disk::remove_folder(&folder).unwrap();
    }

    #[test]
    fn a_wrong_program_or_a_missing_file_is_an_error() {
        let name = format!("plyground-trial-{}", std::process::id());
        let folder = Utf8PathBuf::from_path_buf(std::env::temp_dir()).unwrap().join(name);
        assert!(artifact(Utf8Path::new(env!("CARGO_MANIFEST_DIR")), ".deb").unwrap_err().contains("one file *.deb"));
        disk::write(&folder.join("index.html"), "<img src=\"absent.svg\">".repeat(10)).unwrap();
        assert!(site(&folder).unwrap_err().starts_with("/absent.svg: HTTP/1.0 404"));
        disk::copy(Utf8Path::new("/bin/echo"), &folder.join("ply")).unwrap();
        let wrong = program(&folder, "ply", "```console\n$ ply perft\nperft\n$ ply solve\n6 seeds\n```\n", false);
        assert!(wrong.unwrap_err().starts_with("`ply solve` does not print `6 seeds`"));
        disk::remove_folder(&folder).unwrap();
    }
}
