/** Requests outside the load, through jetcd: cluster state, logins, compaction, diagnosis. */
@NullMarked
package io.kvbench.bindings.etcd.status;

import org.jspecify.annotations.NullMarked;
