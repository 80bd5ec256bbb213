/** HTTP/1.1 connections of kvbench's own. */
@NullMarked
package io.kvbench.bindings.consul.wire;

import org.jspecify.annotations.NullMarked;
