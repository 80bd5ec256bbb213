/** Operations as requests, and the recipes for locks and leases, for either client. */
@NullMarked
package io.kvbench.bindings.consul.operation;

import org.jspecify.annotations.NullMarked;
