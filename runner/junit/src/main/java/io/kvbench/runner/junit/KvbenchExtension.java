package io.kvbench.runner.junit;

import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.embed.BenchmarkPlan;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.Servers;
import io.kvbench.runner.run.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The extension that performs the run of a {@link KvbenchTest}, and provides the test's parameters:
 * the result, the plan, the servers.
 */
public final class KvbenchExtension implements ParameterResolver, BeforeTestExecutionCallback {
  /** The configuration parameter with the directory for results. */
  public static final String RESULTS = "kvbench.results";

  private static final List<Class<?>> RESULTS_OF_RUNS = List.of(RunResult.class, RunOutcome.class);
  private static final List<Class<?>> PARTS_OF_RUNS = List.of(PlanBuilder.class, Servers.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return (RESULTS_OF_RUNS.contains(type) || PARTS_OF_RUNS.contains(type))
        && annotation(context).isPresent();
  }

  /**
   * A test that controls no part of the run has one, even if it does not use the result: it is
   * performed here.
   */
  @Override
  public void beforeTestExecution(ExtensionContext context) {
    Optional<KvbenchTest> asked = annotation(context);
    List<Class<?>> types = List.of(context.getRequiredTestMethod().getParameterTypes());
    boolean looks = types.stream().anyMatch(RESULTS_OF_RUNS::contains);
    if (asked.isEmpty() || looks || types.stream().anyMatch(PARTS_OF_RUNS::contains)) {
      return;
    }
    Measured measured = measured(new TestRequest(asked.get()), context);
    RunAssert run =
        measured
            .written()
            .map(KvbenchAssertions::assertThat)
            .orElseGet(() -> KvbenchAssertions.assertThat(measured.result()));
    run.isNotInvalid();
    if (measured.result().slos().isPresent()) {
      run.keepsItsThresholds();
    }
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    TestRequest request = new TestRequest(annotation(context).orElseThrow());
    Class<?> type = parameter.getParameter().getType();
    if (type == PlanBuilder.class) {
      return plan(request, context);
    }
    if (type == Servers.class) {
      return servers(request, context);
    }
    Measured measured = measured(request, context);
    return type == RunResult.class ? measured.result() : outcome(measured);
  }

  private static Measured measured(TestRequest request, ExtensionContext context) {
    return ContextStore.of(context).value(Measured.class, () -> timed(request, context));
  }

  /** The run of a test; written or not. */
  private record Measured(RunResult result, Optional<RunOutcome> written) {}

  private static RunOutcome outcome(Measured measured) {
    return measured
        .written()
        .orElseThrow(
            () ->
                new ParameterResolutionException(
                    "a RunOutcome tells where the result was written: name a directory with"
                        + " results, or with the configuration parameter "
                        + RESULTS
                        + "."));
  }

  private static Measured timed(TestRequest request, ExtensionContext context) {
    Optional<Duration> limit = TestTimeLimit.of(context);
    if (limit.isEmpty()) {
      return run(request, context);
    }
    TestTimeLimit time = TestTimeLimit.begin(limit.get());
    Measured measured;
    try (time) {
      measured = run(request, context);
    } catch (ParameterResolutionException e) {
      throw time.isOver() && e.getCause() instanceof InterruptedException
          ? new ParameterResolutionException(
              "The test's @Timeout was over after "
                  + Quantities.elapsed(limit.get().toNanos())
                  + ": "
                  + e.getMessage(),
              e)
          : e;
    }
    if (time.isOver()) {
      ResultLocation place =
          measured.written().map(ResultLocation::of).orElse(ResultLocation.of(measured.result()));
      throw new ParameterResolutionException(
          new Failure(measured.result(), place)
              .message(
                  "The run was ended because the test's @Timeout was over after "
                      + Quantities.elapsed(limit.get().toNanos())
                      + "."));
    }
    return measured;
  }

  private static Measured run(TestRequest request, ExtensionContext context) {
    BenchmarkPlan plan = plan(request, context).build();
    Optional<Path> results = results(request, context);
    if (results.isEmpty()) {
      return new Measured(Kvbench.run(plan), Optional.empty());
    }
    try {
      RunOutcome written = Kvbench.run(plan, results.get());
      context.publishReportEntry("kvbench.directory", written.directory().toString());
      ResultLocation.remember(written);
      return new Measured(written.result(), Optional.of(written));
    } catch (ResultDirectoryException e) {
      throw new ParameterResolutionException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Optional<Path> results(TestRequest request, ExtensionContext context) {
    return request.results().or(() -> context.getConfigurationParameter(RESULTS)).map(Path::of);
  }

  private static PlanBuilder plan(TestRequest request, ExtensionContext context) {
    PlanBuilder plan = request.plan();
    return request.startsServers() ? plan.servers(servers(request, context)) : plan;
  }

  /** The first test that needs the servers starts them; the store stops them with its context. */
  private static Servers servers(TestRequest request, ExtensionContext context) {
    return store(request, context).servers(request.serversKey(), request::start);
  }

  private static ContextStore store(TestRequest request, ExtensionContext context) {
    return switch (request.sharing()) {
      case TEST -> ContextStore.of(context);
      case CLASS -> ContextStore.of(outermostClass(context));
      case SUITE -> ContextStore.of(context.getRoot());
    };
  }

  private static ExtensionContext outermostClass(ExtensionContext context) {
    ExtensionContext outermost = context;
    Optional<ExtensionContext> parent = context.getParent();
    while (parent.isPresent() && parent.get().getTestClass().isPresent()) {
      outermost = parent.get();
      parent = outermost.getParent();
    }
    return outermost;
  }

  private static Optional<KvbenchTest> annotation(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getTestMethod(), KvbenchTest.class);
  }
}
