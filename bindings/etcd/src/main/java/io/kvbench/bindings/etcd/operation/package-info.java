/** What operations are as etcd's requests and responses, whichever client sends them. */
@NullMarked
package io.kvbench.bindings.etcd.operation;

import org.jspecify.annotations.NullMarked;
