/**
 * Servers on other machines, which agents start there: the requests that agents answer, and the
 * provider that asks them. May import the cluster package, core's certificate, file, server,
 * setting and binding, host.listen, and Jackson, whose documents agents and controllers exchange.
 */
@NullMarked
package io.kvbench.runner.cluster.agents;

import org.jspecify.annotations.NullMarked;
