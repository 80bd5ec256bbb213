/**
 * Servers on other machines, which agents start there: the agents' requests, and the provider that
 * sends them. May import the cluster package, core's certificate, file, server, setting and
 * binding, results.host, and Jackson, for the documents that agents and controllers exchange.
 */
@NullMarked
package io.kvbench.runner.cluster.agents;

import org.jspecify.annotations.NullMarked;
