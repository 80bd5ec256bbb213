package io.kvbench.runner.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that benchmarks a system. What it does depends on the types of its parameters, any of
 * these:
 *
 * <ul>
 *   <li>{@link io.kvbench.results.format.RunResult}: the result of the run, which has ended;
 *   <li>{@link io.kvbench.runner.run.RunOutcome}: the same with the directory that it was written
 *       to, for tests with {@link #results};
 *   <li>{@link io.kvbench.runner.embed.PlanBuilder}: a plan with the annotation's values, for the
 *       test to extend and to run by itself;
 *   <li>{@link io.kvbench.runner.embed.Servers}: the servers, started.
 * </ul>
 *
 * <p>With only a plan or servers, the test itself runs them. A test without any of these parameters
 * has its run before its body, and fails unless the run is complete, is not INVALID and meets its
 * thresholds.
 *
 * <p>A run that could not be planned fails the test with all problems. One that failed or was
 * interrupted has a result like any other: begin with {@link RunAssert#isValid} or {@link
 * RunAssert#isComplete}. A {@link org.junit.jupiter.api.Timeout} of the test's method, or else of
 * its class, also limits the run: one that takes longer is stopped gracefully, and fails the test.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(KvbenchExtension.class)
public @interface KvbenchTest {

  /** Returns the system to benchmark, of a binding on the class path. */
  String db();

  /**
   * Returns the workload: the name of a file on the class path, such as {@code
   * workloads/workloada}, or else the path of one. Without one, {@link #properties} define
   * everything.
   */
  String workload() default "";

  /** Returns how many servers to start: 1, 3 or 5. */
  int nodes() default 1;

  /** Returns which tests share these servers. Tests that need different servers have their own. */
  Sharing sharing() default Sharing.CLASS;

  /**
   * Returns properties as {@code name=value}, such as {@code operationcount=10000} or {@code
   * slo=INSERT.response.p99<20ms}; they override the workload. Multiple values of a property, as of
   * {@code slo=}, are separated by commas. With {@code endpoints} no servers are started.
   */
  String[] properties() default {};

  /**
   * Returns the directory in which the run creates its own directory; without one, the
   * configuration parameter {@value KvbenchExtension#RESULTS} of JUnit is used, and without that
   * nothing is written.
   */
  String results() default "";
}
