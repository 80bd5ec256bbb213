/**
 * A scriptable gRPC server and the contract of a binding's watches, for bindings to stores with
 * gRPC APIs. For tests only. May import core's operation and binding, the testkit, gRPC, JUnit and
 * AssertJ.
 */
@NullMarked
package io.kvbench.testkit.grpc;

import org.jspecify.annotations.NullMarked;
