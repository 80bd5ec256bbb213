/** The state of agents, and the diagnosis of those that do not report it. */
@NullMarked
package io.kvbench.bindings.consul.status;

import org.jspecify.annotations.NullMarked;
