/** The commands for servers, and for the hosts that run servers, clients and sidecars. */
@NullMarked
package io.kvbench.runner.app.servers;

import org.jspecify.annotations.NullMarked;
