/**
 * The system {@code dengine}: d-engine over its gRPC interface, with messages of our own writing.
 * May import core's operation, binding and setting, bindings.support, gRPC, its Netty transport and
 * Protocol Buffers' streams.
 */
@NullMarked
package io.kvbench.bindings.dengine;

import org.jspecify.annotations.NullMarked;
