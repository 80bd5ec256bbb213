/**
 * The contract that every binding passes, on a real server if it has one, and utilities for tests
 * with real servers. A library for tests only. May import core's operation, setting, binding,
 * trace, measure, workload and plan, JUnit and AssertJ.
 */
@NullMarked
package io.kvbench.testkit;

import org.jspecify.annotations.NullMarked;
