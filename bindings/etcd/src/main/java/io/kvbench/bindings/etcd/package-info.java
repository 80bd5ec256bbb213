/**
 * The system {@code etcd}: jetcd's messages on gRPC channels of our own. May import core's
 * operation, binding and setting, jetcd's messages, gRPC, Protocol Buffers and Netty.
 */
@NullMarked
package io.kvbench.bindings.etcd;

import org.jspecify.annotations.NullMarked;
