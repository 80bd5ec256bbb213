/** etcd's servers: their settings, how they start, and what they are asked. */
@NullMarked
package io.kvbench.bindings.etcd.server;

import org.jspecify.annotations.NullMarked;
