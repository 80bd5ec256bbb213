/**
 * Servers on other machines, which agents start there: the requests that agents answer, and the
 * provider that asks them. May import the cluster package, core's certificate, file, server,
 * setting and binding, and host.json and .listen.
 */
@NullMarked
package io.kvbench.runner.cluster.agents;

import org.jspecify.annotations.NullMarked;
