package io.kvbench.bindings.etcd.wire;

/** The calls on the connections of the load. */
public enum Rpc {
  RANGE("/etcdserverpb.KV/Range"),
  PUT("/etcdserverpb.KV/Put"),
  DELETE_RANGE("/etcdserverpb.KV/DeleteRange"),
  TRANSACTION("/etcdserverpb.KV/Txn"),
  WATCH("/etcdserverpb.Watch/Watch"),
  LEASE_GRANT("/etcdserverpb.Lease/LeaseGrant"),
  LEASE_REVOKE("/etcdserverpb.Lease/LeaseRevoke"),
  LEASE_KEEP_ALIVE("/etcdserverpb.Lease/LeaseKeepAlive"),
  LEASE_TIME_TO_LIVE("/etcdserverpb.Lease/LeaseTimeToLive"),
  LOCK("/v3lockpb.Lock/Lock"),
  UNLOCK("/v3lockpb.Lock/Unlock"),
  CAMPAIGN("/v3electionpb.Election/Campaign"),
  RESIGN("/v3electionpb.Election/Resign"),
  AUTHENTICATE("/etcdserverpb.Auth/Authenticate");

  private final String path;

  Rpc(String path) {
    this.path = path;
  }

  /** Returns the path of the method on the server. */
  String path() {
    return path;
  }
}
