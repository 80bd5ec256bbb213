/**
 * The commands for servers, and for the hosts that run servers, clients and sidecars. May import
 * what the command line may, and of its packages {@code options} and {@code terminal}.
 */
@NullMarked
package io.kvbench.runner.app.servers;

import org.jspecify.annotations.NullMarked;
