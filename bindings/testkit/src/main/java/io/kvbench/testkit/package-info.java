/**
 * The contract that every binding passes, on a real server where it has one, and what tests with
 * real servers need. A library for tests only. May import core's operation, setting, binding,
 * trace, measure, workload and plan, JUnit and AssertJ.
 */
@NullMarked
package io.kvbench.testkit;

import org.jspecify.annotations.NullMarked;
