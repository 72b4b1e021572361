//! Faults of a scene.

use super::Random;
use super::server::Access;

/// Kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    KillWorker,
    FreezeWorker,
    KillCoordinator,
    FreezeCoordinator,
    FullDisk,
    KillServer,
    LoseStore,
    ForgetfulStore,
    FullStore,
    LimitedAccount,
    MissingPermission,
    DeletedStream,
    DeletedConsumer,
    FreezeServer,
    CutNetwork,
    SlowNetwork,
    FullWorkerDisk,
    Repetition,
    OtherRun,
    Garbage,
    LyingWorker,
    Impersonation,
    PoisonedRun,
}

impl Fault {
    pub(super) const ALL: [Fault; 23] = [
        Fault::KillWorker,
        Fault::FreezeWorker,
        Fault::KillCoordinator,
        Fault::FreezeCoordinator,
        Fault::FullDisk,
        Fault::KillServer,
        Fault::LoseStore,
        Fault::ForgetfulStore,
        Fault::FullStore,
        Fault::LimitedAccount,
        Fault::MissingPermission,
        Fault::DeletedStream,
        Fault::DeletedConsumer,
        Fault::FreezeServer,
        Fault::CutNetwork,
        Fault::SlowNetwork,
        Fault::FullWorkerDisk,
        Fault::Repetition,
        Fault::OtherRun,
        Fault::Garbage,
        Fault::LyingWorker,
        Fault::Impersonation,
        Fault::PoisonedRun,
    ];

    /// Faults of a run on one machine.
    pub(super) const HERE: [Fault; 3] = [Fault::KillCoordinator, Fault::FreezeCoordinator, Fault::FullDisk];

    /// Draws a fault that the run can have, of the kinds in `only` if there are any. `access` is that of its server, if it has one.
    pub(super) fn draw(random: &mut Random, access: Option<Access>, only: &[Fault]) -> Option<Fault> {
        let mut all = if access.is_some() { Fault::ALL.to_vec() } else { Fault::HERE.to_vec() };
        let of_account = [Fault::LimitedAccount, Fault::MissingPermission];
        all.retain(|fault| access == Some(Access::Account) || !of_account.contains(fault));
        all.retain(|fault| only.is_empty() || only.contains(fault));
        all.get(random.below(all.len())).copied()
    }

    /// Returns the fault with this name.
    pub(super) fn named(name: &str) -> Result<Fault, String> {
        let names = || Fault::ALL.map(Fault::name).join(", ");
        let found = Fault::ALL.into_iter().find(|fault| fault.name() == name);
        found.ok_or_else(|| format!("unknown fault `{name}`: expected one of {}", names()))
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Fault::KillWorker => "kill-worker",
            Fault::FreezeWorker => "freeze-worker",
            Fault::KillCoordinator => "kill-coordinator",
            Fault::FreezeCoordinator => "freeze-coordinator",
            Fault::FullDisk => "full-disk",
            Fault::KillServer => "kill-server",
            Fault::LoseStore => "lose-store",
            Fault::ForgetfulStore => "forgetful-store",
            Fault::LimitedAccount => "limited-account",
            Fault::MissingPermission => "missing-permission",
            Fault::DeletedStream => "deleted-stream",
            Fault::DeletedConsumer => "deleted-consumer",
            Fault::FullStore => "full-store",
            Fault::FreezeServer => "freeze-server",
            Fault::CutNetwork => "cut-network",
            Fault::SlowNetwork => "slow-network",
            Fault::FullWorkerDisk => "full-worker-disk",
            Fault::Repetition => "repetition",
            Fault::OtherRun => "other-run",
            Fault::Garbage => "garbage",
            Fault::LyingWorker => "lying-worker",
            Fault::Impersonation => "impersonation",
            Fault::PoisonedRun => "poisoned-run",
        }
    }

    pub(super) fn about(self) -> &'static str {
        match self {
            Fault::KillWorker => "a worker killed, another one started",
            Fault::FreezeWorker => "a worker stopped for up to 3 s; its chunks are redelivered after 1 s",
            Fault::KillCoordinator => "the command killed and resumed",
            Fault::FreezeCoordinator => "the command stopped for up to 3 s",
            Fault::FullDisk => "the command restarted with a few KiB of disk; when it fails, restarted with room",
            Fault::KillServer => "the server killed and restarted on its store",
            Fault::LoseStore => "the server killed and restarted with an empty store",
            Fault::ForgetfulStore => "the server killed and restarted with older messages or consumers of some streams",
            Fault::LimitedAccount => "the server restarted with small limits of its account, then without",
            Fault::MissingPermission => "the server restarted without permission for a subject, then with it",
            Fault::DeletedStream => "a stream of the server deleted",
            Fault::DeletedConsumer => "a consumer of the server deleted",
            Fault::FullStore => "the server restarted with a store of 1 to 20 KB, then with room",
            Fault::FreezeServer => "the server stopped for up to 3 s",
            Fault::CutNetwork => "all connections cut for up to 3 s",
            Fault::SlowNetwork => "up to 50 ms added to every part of a message",
            Fault::FullWorkerDisk => "a worker replaced by one that cannot write to disk",
            Fault::Repetition => "an earlier result sent twice again",
            Fault::OtherRun => "bytes of another run sent as a result",
            Fault::Garbage => "a result sent with changed bytes",
            Fault::LyingWorker => "a worker that forges its games, from its first result on",
            Fault::Impersonation => "failures, games and an order to leave, sent in a worker's name without its key",
            Fault::PoisonedRun => "a run that cannot be opened put on the server, with five chunks",
        }
    }
}
