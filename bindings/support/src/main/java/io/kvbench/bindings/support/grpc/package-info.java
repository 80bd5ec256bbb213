/**
 * What bindings to stores that speak gRPC share. May import bindings.support and gRPC's API; a
 * binding that uses it declares {@code grpc-api}.
 */
@NullMarked
package io.kvbench.bindings.support.grpc;

import org.jspecify.annotations.NullMarked;
