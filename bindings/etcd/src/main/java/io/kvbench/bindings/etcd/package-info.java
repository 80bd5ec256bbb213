/**
 * The system {@code etcd}: operations as jetcd's messages on gRPC channels of our own, all else
 * through jetcd's client. May import core's operation, binding and setting, jetcd, gRPC, Protocol
 * Buffers and Netty.
 */
@NullMarked
package io.kvbench.bindings.etcd;

import org.jspecify.annotations.NullMarked;
