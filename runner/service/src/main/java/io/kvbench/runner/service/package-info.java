/**
 * Benchmarks over HTTP: requests become plans by the rules of the command line, wait in a queue
 * that is on disk, and run one at a time in processes of their own. May import core, results,
 * runner.run to plan, runner.process to run, runner.cluster.local to delete directories,
 * host.listen and .json, and reports to show results.
 */
@NullMarked
package io.kvbench.runner.service;

import org.jspecify.annotations.NullMarked;
