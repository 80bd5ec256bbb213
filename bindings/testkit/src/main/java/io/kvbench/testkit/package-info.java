/**
 * Utilities for tests with real servers, and of inputs and answers. A library for tests only. May
 * import core's operation, setting, binding, trace, server and measure, JUnit and AssertJ.
 */
@NullMarked
package io.kvbench.testkit;

import org.jspecify.annotations.NullMarked;
