/** Requests outside the load, through jetcd: logins, cluster state, compaction, diagnosis. */
@NullMarked
package io.kvbench.bindings.etcd.jetcd;

import org.jspecify.annotations.NullMarked;
