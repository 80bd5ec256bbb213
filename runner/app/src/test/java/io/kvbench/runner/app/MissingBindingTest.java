package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.PlanFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests that the error for a system whose binding is missing names its artifact. */
final class MissingBindingTest {
  @SuppressWarnings("UnusedVariable") // FieldSource names it.
  static final List<BindingProvider> PROVIDERS =
      ServiceLoader.load(BindingProvider.class).stream().map(ServiceLoader.Provider::get).toList();

  @ParameterizedTest
  @FieldSource("PROVIDERS")
  void theArtifactIsNamed(BindingProvider provider) throws Exception {
    String module = provider.getClass().getPackageName().replaceFirst(".*\\.", "");
    String pom = Files.readString(Path.of("..", "..", "bindings", module, "pom.xml"));
    for (SystemDescriptor system : provider.systems()) {
      Problems problems = new Problems();
      new PlanFactory(new Bindings(List.of()), Clusters.load(), PlanFactory.PlanExtension.NONE, "")
          .system(system.name(), "plan", problems);

      assertThat(problems.list())
          .extracting(Problem::message)
          .containsExactly(
              "no binding on the class path supports it; add io.kvbench:kvbench-binding-"
                  + module
                  + ".");
      assertThat(pom).contains("<artifactId>kvbench-binding-" + module + "</artifactId>");
    }
  }
}
