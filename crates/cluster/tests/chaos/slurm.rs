//! Plays a match on workers of a Slurm array, on this machine alone.
//!
//! The test starts a controller, a node and `munge` with their files in one folder, submits the array of `deploy/slurm.sh`, and
//! plays a match on its workers. The file must equal that of a match without a cluster. Debian: `apt-get install slurm-wlm`.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::Options;
use super::scene::{self, Running};
use super::server::{Access, Server};

/// Required programs.
const PROGRAMS: [&str; 5] = ["munged", "slurmctld", "slurmd", "sbatch", "scancel"];
/// Maximum duration of each step, in tenths of a second.
const PATIENCE: u32 = 1_200;

/// Plays the match and compares it.
///
/// # Errors
/// When a program is missing or fails, or the match differs from the one without Slurm.
pub(super) fn run(options: &Options) -> Result<(), String> {
    let search = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    let is_there = |program: &&str| std::env::split_paths(&search).any(|folder| folder.join(program).is_file());
    if let Some(missing) = PROGRAMS.iter().find(|program| !is_there(program)) {
        return Err(format!("no {missing} here: install Slurm (Debian: apt-get install slurm-wlm munge)"));
    }
    let ply = options.program()?;
    let folder = super::target()?.join("slurm");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = folder.as_path();
    let path = |name: &str| folder.join(name).display().to_string();
    let server = Server::start(&options.servers()?[0].0, folder, Access::Open)?;
    let port = server.port;
    let address = format!("nats://127.0.0.1:{port}");

    fs::write(folder.join("munge.key"), [7; 1024]).map_err(|error| error.to_string())?;
    set_private(folder)?;
    let conf = folder.join("slurm.conf");
    fs::write(&conf, configuration(folder)?).map_err(|error| format!("{}: {error}", conf.display()))?;
    let start = |program: &str, words: &[&str]| -> Result<Running, String> {
        let mut command = Command::new(program);
        command.env("PATH", &search).env("SLURM_CONF", &conf).args(words);
        let log = folder.join(format!("{program}.log"));
        scene::start(&mut command, &log, &log)
    };
    let socket = format!("--socket={}", path("munge.socket"));
    let key = format!("--key-file={}", path("munge.key"));
    let (log, pid, seed) = (
        format!("--log-file={}", path("munge.log")),
        format!("--pid-file={}", path("munge.pid")),
        format!("--seed-file={}", path("munge.seed")),
    );
    let _munge = start("munged", &["--foreground", "--force", &socket, &key, &log, &pid, &seed])?;
    wait("munged", || folder.join("munge.socket").exists())?;
    let _controller = start("slurmctld", &["-D", "-i"])?;
    let _node = start("slurmd", &["-D", "-N", "localhost"])?;
    let ask = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", &conf).env("PLY", &ply).env("PLY_SERVER", &address).args(words).stdin(Stdio::null());
        let output = command.current_dir(folder).output().map_err(|error| format!("{program}: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        if output.status.success() { Ok(printed) } else { Err(format!("{program}: {printed}")) }
    };
    wait("the node", || ask("sinfo", &["-h", "-o", "%t"]).is_ok_and(|printed| printed.contains("idle")))?;
    let script = super::root().join("deploy/slurm.sh").display().to_string();
    let submitted = ask("sbatch", &["--array=1-2", "--cpus-per-task=1", "--export=ALL", &script])?;
    println!("{}", submitted.trim());

    let play = |name: &str, more: &[&str]| {
        let out = path(name);
        let words = [
            "match",
            "kalah",
            "--first",
            "pvs:table=1",
            "--second",
            "alphabeta",
            "--nodes",
            "1000",
            "--games",
            "400",
            "--json",
            "--out",
        ];
        let words = [&words[..], &[&out], more].concat();
        let output = Command::new(&ply).args(words).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("the match failed: {}", String::from_utf8_lossy(&output.stderr)));
        }
        fs::read(&out).map_err(|error| format!("{out}: {error}"))
    };
    let clustered = play("clustered.jsonl", &["--cluster", &address])?;
    let queue = ask("squeue", &["-h", "-o", "%i %T"])?;
    print!("{queue}");
    ask("scancel", &["--name=ply"])?;
    if clustered != play("alone.jsonl", &[])? {
        return Err("the file is not that of the command alone".into());
    }
    println!("400 games on workers of a Slurm array: the file is that of the command alone");
    Ok(())
}

fn wait(what: &str, mut is_there: impl FnMut() -> bool) -> Result<(), String> {
    for _ in 0..PATIENCE {
        if is_there() {
            return Ok(());
        }
        sleep(Duration::from_millis(100));
    }
    Err(format!("{what} does not come up: see target/slurm"))
}

/// `munge` rejects a key that other users can read.
fn set_private(folder: &Path) -> Result<(), String> {
    for (name, mode) in [("munge.key", "0400"), ("", "0755")] {
        let path = folder.join(name);
        let status = Command::new("chmod").arg(mode).arg(&path).status().map_err(|error| error.to_string())?;
        if !status.success() {
            return Err(format!("chmod {mode} {}", path.display()));
        }
    }
    Ok(())
}

/// Returns a configuration of one node with two tasks, with all files in a folder.
fn configuration(folder: &Path) -> Result<String, String> {
    let port = || -> Result<u16, String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
        Ok(listener.local_addr().map_err(|error| error.to_string())?.port())
    };
    let user = Command::new("id").arg("-un").output().map_err(|error| error.to_string())?;
    let user = String::from_utf8_lossy(&user.stdout).trim().to_owned();
    for name in ["state", "spool"] {
        fs::create_dir_all(folder.join(name)).map_err(|error| error.to_string())?;
    }
    File::create(folder.join("slurmctld.log")).map_err(|error| error.to_string())?;
    let (folder, controller, node) = (folder.display(), port()?, port()?);
    Ok(format!(
        "ClusterName=plyground\nSlurmctldHost=localhost(127.0.0.1)\nSlurmUser={user}\nSlurmdUser={user}\n\
         AuthType=auth/munge\nAuthInfo=socket={folder}/munge.socket\nCredType=cred/munge\n\
         SlurmctldPort={controller}\nSlurmdPort={node}\nSlurmctldPidFile={folder}/slurmctld.pid\n\
         SlurmdPidFile={folder}/slurmd.pid\nStateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool\n\
         ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMpiDefault=none\nReturnToService=2\n\
         SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n\
         NodeName=localhost NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n\
         PartitionName=main Nodes=localhost OverSubscribe=YES Default=YES MaxTime=INFINITE State=UP\n"
    ))
}
