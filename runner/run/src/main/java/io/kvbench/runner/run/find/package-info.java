/**
 * Searches: settings, the choice of probes, and the results. May import core's search, setting,
 * workload, plan, measure, operation and binding, results.format and .verdict, and runner.run.
 */
@NullMarked
package io.kvbench.runner.run.find;

import org.jspecify.annotations.NullMarked;
