/** gRPC over HTTP/2 connections of kvbench's own: frames, headers, streams of requests. */
@NullMarked
package io.kvbench.bindings.etcd.wire;

import org.jspecify.annotations.NullMarked;
