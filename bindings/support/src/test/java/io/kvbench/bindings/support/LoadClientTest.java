package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadClientTest {
  private static final Origin ORIGIN = Origin.of("-p client");

  private final Problems problems = new Problems();

  private Settings settings(String... given) {
    Assignments assignments = new Assignments();
    List.of(given).forEach(text -> assignments.add("client", text, ORIGIN));
    return Settings.resolve(assignments, List.of(LoadClient.LIGHT_BY_DEFAULT), problems);
  }

  @Test
  void theDefaultIsTheLightClient() {
    assertThat(LoadClient.of(settings())).isEqualTo(LoadClient.LIGHT);
    assertThat(LoadClient.of(settings("library"))).isEqualTo(LoadClient.LIBRARY);
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void anotherThanTheOnlyClientIsAProblem() {
    Settings settings = settings("light");

    LoadClient.checkOnly(LoadClient.LIGHT, "there is no other", settings, problems);
    assertThat(problems.list()).isEmpty();

    LoadClient.checkOnly(LoadClient.LIBRARY, "there is no other", settings, problems);
    assertThat(problems.list())
        .singleElement()
        .hasToString(
            "-p client: client=library is the only choice for this system: there is no other.");
  }

  /** The setting is listed in comparisons, which remain valid. */
  @Test
  void comparisonsListTheClient() {
    assertThat(LoadClient.LIGHT_BY_DEFAULT.affects()).hasValue(Affects.CLIENT);
  }

  @Test
  void kvbenchsOwnClientHasCoordinates() {
    assertThat(ClientLibrary.ofKvbench("kvbench-binding-etcd"))
        .matches("io\\.kvbench:kvbench-binding-etcd:\\d+\\.\\d+.*");
  }
}
