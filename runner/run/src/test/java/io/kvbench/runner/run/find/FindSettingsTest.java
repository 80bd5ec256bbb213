package io.kvbench.runner.run.find;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.verdict.VerdictSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the settings that a search rejects. */
class FindSettingsTest {
  private static List<String> problems(String... assignments) {
    Assignments given = new Assignments();
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("-p " + parts[0]));
    }
    List<Setting<?>> known = new ArrayList<>(RunSettings.all());
    known.addAll(VerdictSettings.all());
    known.addAll(FindSettings.all());
    Problems problems = new Problems();
    FindSettings.check(Settings.resolve(given, known, problems), problems);
    return problems.list().stream().map(Object::toString).toList();
  }

  @Test
  void anIntervalThatNoSearchCanBeAsNarrowAsIsRefused() {
    assertThat(problems("find.precision=0.1%")).isEmpty();
    for (String precision : List.of("0.0001%", "0%", "100%")) {
      assertThat(problems("find.precision=" + precision))
          .singleElement()
          .asString()
          .contains("find.precision must be at least 0.1 % and below 100 %");
    }
  }

  @Test
  void thresholdsOfASearchForClientsAreRefused() {
    assertThat(problems("slo=response.p99<20ms", "find.what=curve")).isEmpty();
    assertThat(problems("slo=response.p99<20ms", "find.what=clients"))
        .singleElement()
        .asString()
        .contains("slo does not apply to kvbench find: a search for clients looks at throughput");
  }
}
