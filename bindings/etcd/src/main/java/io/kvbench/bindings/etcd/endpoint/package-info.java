/** Endpoints, and gRPC channels to them. */
@NullMarked
package io.kvbench.bindings.etcd.endpoint;

import org.jspecify.annotations.NullMarked;
