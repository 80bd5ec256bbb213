package io.kvbench.bindings.etcd;

/** What is asked of etcd on the connections of the load. */
enum Rpc {
  RANGE("/etcdserverpb.KV/Range"),
  PUT("/etcdserverpb.KV/Put"),
  DELETE_RANGE("/etcdserverpb.KV/DeleteRange"),
  TRANSACTION("/etcdserverpb.KV/Txn"),
  WATCH("/etcdserverpb.Watch/Watch"),
  AUTHENTICATE("/etcdserverpb.Auth/Authenticate");

  private final String path;

  Rpc(String path) {
    this.path = path;
  }

  /** Returns the path under which servers know it. */
  String path() {
    return path;
  }
}
