/**
 * The system {@code etcd}: operations as jetcd's messages on HTTP/2 connections of our own, or
 * through jetcd's client, and all else through jetcd's client and gRPC. May import core's
 * operation, binding and setting, bindings.support, jetcd, gRPC, Protocol Buffers and Netty.
 */
@NullMarked
package io.kvbench.bindings.etcd;

import org.jspecify.annotations.NullMarked;
