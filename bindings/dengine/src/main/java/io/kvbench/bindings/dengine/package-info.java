/**
 * The system {@code dengine}: d-engine over its gRPC API, with messages generated from {@code
 * dengine.proto}. May import core's operation, binding and setting, bindings.support, gRPC, its
 * Netty transport and Protocol Buffers.
 */
@NullMarked
package io.kvbench.bindings.dengine;

import org.jspecify.annotations.NullMarked;
