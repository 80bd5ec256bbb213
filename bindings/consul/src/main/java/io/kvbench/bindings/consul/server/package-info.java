/** The servers of Consul and cetcd: their settings, how they start, and what they are asked. */
@NullMarked
package io.kvbench.bindings.consul.server;

import org.jspecify.annotations.NullMarked;
