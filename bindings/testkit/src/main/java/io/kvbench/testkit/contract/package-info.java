/**
 * The contract that every binding passes, on a real server if it has one, and the description of
 * the system to test. May import core's operation, setting, binding, workload and plan, JUnit,
 * AssertJ and the utilities of testkit.
 */
@NullMarked
package io.kvbench.testkit.contract;

import org.jspecify.annotations.NullMarked;
