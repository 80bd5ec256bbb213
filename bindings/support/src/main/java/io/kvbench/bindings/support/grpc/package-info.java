/**
 * Shared code of bindings to stores with gRPC APIs. May import core.operation, bindings.support and
 * gRPC's API; a binding that uses it declares {@code grpc-api}.
 */
@NullMarked
package io.kvbench.bindings.support.grpc;

import org.jspecify.annotations.NullMarked;
