/** The servers of Consul and cetcd: their settings, commands and probes. */
@NullMarked
package io.kvbench.bindings.consul.server;

import org.jspecify.annotations.NullMarked;
