/** gRPC over kvbench's own HTTP/2 connections: frames, headers, streams of requests. */
@NullMarked
package io.kvbench.bindings.etcd.wire;

import org.jspecify.annotations.NullMarked;
