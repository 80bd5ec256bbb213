package io.kvbench.runner.junit;

import io.kvbench.core.result.RunResult;
import io.kvbench.reports.files.ResultDirectoryException;
import io.kvbench.runner.embed.BenchmarkPlan;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.Servers;
import io.kvbench.runner.run.RunOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives a {@link KvbenchTest} what it asks for: the test's result, its plan, its servers. */
public final class KvbenchExtension implements ParameterResolver {
  /** The configuration parameter with the directory for results. */
  public static final String RESULTS = "kvbench.results";

  private static final Namespace NAMESPACE = Namespace.create(KvbenchExtension.class);
  private static final List<Class<?>> TYPES =
      List.of(RunResult.class, RunOutcome.class, PlanBuilder.class, Servers.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return TYPES.contains(parameter.getParameter().getType()) && annotation(context).isPresent();
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
    Measured measured =
        context
            .getStore(NAMESPACE)
            .computeIfAbsent(Measured.class, key -> run(request, context), Measured.class);
    return type == RunResult.class ? measured.result() : outcome(measured);
  }

  /** What became of the run of a test; written down or not. */
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

  private static Measured run(TestRequest request, ExtensionContext context) {
    BenchmarkPlan plan = plan(request, context).build();
    Optional<Path> results = results(request, context);
    if (results.isEmpty()) {
      return new Measured(Kvbench.run(plan), Optional.empty());
    }
    try {
      RunOutcome written = Kvbench.run(plan, results.get());
      context.publishReportEntry("kvbench.directory", written.directory().toString());
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

  /** The first test that needs the servers starts them; the store ends them with its context. */
  private static Servers servers(TestRequest request, ExtensionContext context) {
    return store(request, context)
        .computeIfAbsent(request.serversKey(), key -> request.start(), Servers.class);
  }

  private static Store store(TestRequest request, ExtensionContext context) {
    return switch (request.sharing()) {
      case TEST -> context.getStore(NAMESPACE);
      case CLASS -> outermostClass(context).getStore(NAMESPACE);
      case SUITE -> context.getRoot().getStore(NAMESPACE);
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
