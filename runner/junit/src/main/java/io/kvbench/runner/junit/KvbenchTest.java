package io.kvbench.runner.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that puts a system under load. What it gets depends on the types of its parameters, which
 * may be several of these:
 *
 * <ul>
 *   <li>{@link io.kvbench.results.format.RunResult}: the run has been carried out, and this is what
 *       it measured;
 *   <li>{@link io.kvbench.runner.run.RunOutcome}: the same with the directory that it was written
 *       to, for tests with {@link #results};
 *   <li>{@link io.kvbench.runner.embed.PlanBuilder}: a plan of what the annotation says, for the
 *       test to go on with and to carry out by itself;
 *   <li>{@link io.kvbench.runner.embed.Servers}: the servers, started.
 * </ul>
 *
 * <p>With a plan or servers alone, nothing is run but what the test runs. A test with none of these
 * parameters has its run before its body, and fails unless the run is complete and not INVALID and
 * kept its thresholds.
 *
 * <p>A run that could not be planned fails the test with everything that is wrong. One that failed
 * or was interrupted is a result like any other: begin with {@link RunAssert#isValid} or {@link
 * RunAssert#isComplete}. A {@link org.junit.jupiter.api.Timeout} of the test's method, or else of
 * its class, holds for the run by itself: a run that takes longer is ended in good order, and fails
 * the test.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(KvbenchExtension.class)
public @interface KvbenchTest {

  /** Returns the system to put under load; a binding on the class path has to know it. */
  String db();

  /**
   * Returns the workload: the name of a file on the class path, such as {@code
   * workloads/workloada}, or else the path of one. Without any, {@link #properties} say it all.
   */
  String workload() default "";

  /** Returns how many servers to start: 1, 3 or 5. */
  int nodes() default 1;

  /** Returns which tests share these servers. Tests that ask for other servers have others. */
  Sharing sharing() default Sharing.CLASS;

  /**
   * Returns properties as {@code name=value}, such as {@code operationcount=10000} or {@code
   * slo=INSERT.response.p99<20ms}; they win over the workload. Where a property takes several
   * values, as {@code slo=} does, commas separate them. With {@code endpoints} no servers are
   * started.
   */
  String[] properties() default {};

  /**
   * Returns the directory in which the run gets a directory of its own; without one, the
   * configuration parameter {@value KvbenchExtension#RESULTS} of JUnit says it, and without that
   * nothing is written.
   */
  String results() default "";
}
