/** Operations as requests, and the recipes for locks and leases, whichever client sends them. */
@NullMarked
package io.kvbench.bindings.consul.operation;

import org.jspecify.annotations.NullMarked;
