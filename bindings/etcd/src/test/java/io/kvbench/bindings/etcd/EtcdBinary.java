package io.kvbench.bindings.etcd;

import java.util.List;

/** The versions of etcd that tests want, as programs on the path. */
final class EtcdBinary {
  /** The present version, and those that are beside it under names of their own. */
  static final List<String> ALL = List.of("etcd", "etcd-3.4", "etcd-3.5", "etcd-3.7");

  private EtcdBinary() {}
}
