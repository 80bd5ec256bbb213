//! What a node is told on its command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use d_engine_proto::common::{NodeRole, NodeStatus};
use d_engine_proto::server::cluster::NodeMeta;
use tracing_subscriber::filter::LevelFilter;

pub const USAGE: &str = "\
usage: d-engine --id N --listen ADDRESS:PORT --cluster N=HOST:PORT[,N=HOST:PORT...] --data DIRECTORY
                [--limit-ms N] [--log error|warn|info|debug]
       d-engine --version

--id        this node's number in the cluster, from 1
--listen    the address to listen on, for clients and for the other nodes
--cluster   all voting nodes with the addresses by which they reach one another, this one included
--data      a directory for all that this node keeps; made if it is missing
--limit-ms  after how long the node gives a request up (5000)
--log       what it says of itself, on standard error (warn)";

#[derive(Debug)]
pub enum Asked {
    Version,
    Help,
    Run(Options),
}

#[derive(Debug)]
pub struct Options {
    pub id: u32,
    pub listen: SocketAddr,
    pub cluster: Vec<NodeMeta>,
    pub data: PathBuf,
    pub limit_ms: u64,
    pub log: LevelFilter,
}

pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut id = None;
    let mut listen = None;
    let mut cluster = None;
    let mut data = None;
    let mut limit_ms = 5000;
    let mut log = LevelFilter::WARN;
    let mut rest = arguments;
    while let Some(option) = rest.next() {
        match option.as_str() {
            "--version" => return Ok(Asked::Version),
            "--help" => return Ok(Asked::Help),
            _ => {}
        }
        let text = rest.next().ok_or(format!("{option} needs a value"))?;
        match option.as_str() {
            "--id" => id = Some(read(&option, &text)?),
            "--listen" => listen = Some(read(&option, &text)?),
            "--cluster" => cluster = Some(nodes(&text)?),
            "--data" => data = Some(PathBuf::from(text)),
            "--limit-ms" => limit_ms = read(&option, &text)?,
            "--log" => log = read(&option, &text)?,
            _ => return Err(format!("there is no option {option}")),
        }
    }
    Ok(Asked::Run(Options {
        id: id.ok_or("--id is missing")?,
        listen: listen.ok_or("--listen is missing")?,
        cluster: cluster.ok_or("--cluster is missing")?,
        data: data.ok_or("--data is missing")?,
        limit_ms,
        log,
    }))
}

fn read<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{option} {text} is not of the right form"))
}

fn nodes(text: &str) -> Result<Vec<NodeMeta>, String> {
    text.split(',').map(node).collect()
}

/// A voter is a follower at first, and active: with any other status it would never be asked for its vote.
fn node(text: &str) -> Result<NodeMeta, String> {
    let (id, address) = text
        .split_once('=')
        .ok_or(format!("--cluster wants N=HOST:PORT, not {text}"))?;
    Ok(NodeMeta {
        id: read("--cluster", id)?,
        address: address.to_string(),
        role: NodeRole::Follower as i32,
        status: NodeStatus::Active as i32,
    })
}
