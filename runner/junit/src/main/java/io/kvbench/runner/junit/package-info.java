/**
 * Performance tests among a team's other tests: {@link io.kvbench.runner.junit.KvbenchTest} for
 * JUnit, and {@link io.kvbench.runner.junit.KvbenchAssertions} in the style of AssertJ. May import
 * runner.embed and the types in its API, reports' files, compare and text, JUnit and AssertJ.
 */
@NullMarked
package io.kvbench.runner.junit;

import org.jspecify.annotations.NullMarked;
