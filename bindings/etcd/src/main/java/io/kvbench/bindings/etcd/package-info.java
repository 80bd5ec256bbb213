/**
 * The system {@code etcd}: operations as jetcd's messages on kvbench's own HTTP/2 connections, or
 * through jetcd's client, and all other requests through jetcd's client and gRPC. May import core's
 * operation, binding and setting, bindings.support, jetcd, gRPC, Protocol Buffers and Netty.
 */
@NullMarked
package io.kvbench.bindings.etcd;

import org.jspecify.annotations.NullMarked;
