/** etcd's servers: their settings, commands and probes. */
@NullMarked
package io.kvbench.bindings.etcd.server;

import org.jspecify.annotations.NullMarked;
