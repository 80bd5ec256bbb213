/** kvbench's own HTTP/1.1 connections. */
@NullMarked
package io.kvbench.bindings.consul.wire;

import org.jspecify.annotations.NullMarked;
