//! One node of a d-engine cluster, on files in a directory of its own.

mod options;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use d_engine::storage::DefaultLease;
use d_engine::{FileStateMachine, FileStorageEngine, NodeBuilder};
use d_engine_core::RaftNodeConfig;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use options::{Asked, Options};

fn main() -> ExitCode {
    match options::parse(std::env::args().skip(1)) {
        Ok(Asked::Version) => {
            println!("d-engine {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        Ok(Asked::Help) => {
            println!("{}", options::USAGE);
            ExitCode::SUCCESS
        }
        Ok(Asked::Run(options)) => match run(options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => {
                eprintln!("d-engine: {problem}");
                ExitCode::FAILURE
            }
        },
        Err(problem) => {
            eprintln!("d-engine: {problem}\n\n{}", options::USAGE);
            ExitCode::from(2)
        }
    }
}

#[tokio::main]
async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    tracing_subscriber::fmt()
        .with_max_level(options.log)
        .with_writer(std::io::stderr)
        .init();
    let (end, ended) = watch::channel(());
    end_on_signals(end)?;

    let config = config(&options)?;
    let mut records = FileStateMachine::new(options.data.join("records")).await?;
    // The library leaves this to its user, and a node without it dies of the first record with a time to live.
    records.set_lease(Arc::new(DefaultLease::new(
        config.raft.state_machine.lease.clone(),
    )));
    records.load_lease_data().await?;
    let log = FileStorageEngine::new(options.data.join("raft"))?;
    let node = NodeBuilder::from_node_config(config, ended)
        .storage_engine(Arc::new(log))
        .state_machine(Arc::new(records))
        .start()
        .await?;
    node.run().await?;
    Ok(())
}

/// The library's own values, but for places, members, time limits and times to live.
fn config(options: &Options) -> Result<RaftNodeConfig, Box<dyn Error>> {
    let mut config = RaftNodeConfig::default();
    config.cluster.node_id = options.id;
    config.cluster.listen_address = options.listen;
    config.cluster.initial_cluster = options.cluster.clone();
    config.cluster.db_root_dir = options.data.clone();
    config.cluster.log_dir = options.data.join("log");
    config.raft.snapshot.snapshots_dir = options.data.join("snapshots");
    config.raft.state_machine.lease.enabled = true;
    // 50 ms and 100 ms in the library: a busy machine would cut off what it is just about to answer.
    config.raft.general_raft_timeout_duration_in_ms = options.limit_ms;
    config.network.control.request_timeout_in_ms = options.limit_ms;
    Ok(config.validate()?)
}

fn end_on_signals(end: watch::Sender<()>) -> Result<(), Box<dyn Error>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        let _ = end.send(());
    });
    Ok(())
}
