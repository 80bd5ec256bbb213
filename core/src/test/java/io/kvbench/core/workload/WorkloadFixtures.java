package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.UnusedYcsbSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Workloads from a few lines, together with the settings of a run as in a real plan. */
final class WorkloadFixtures {
  static final String FILE = "given";

  private WorkloadFixtures() {}

  /** Returns every setting of workloads, and those of runs that shipped and stock files use. */
  static List<Setting<?>> known() {
    List<Setting<?>> known = new ArrayList<>(Workload.settings());
    known.addAll(UnusedYcsbSettings.all());
    Stream.of(
            "operationcount",
            "maxexecutiontime",
            "clients",
            "connections",
            "target",
            "arrivals",
            "target.from",
            "target.to")
        .map(name -> Setting.text(name, "The run's."))
        .forEach(known::add);
    known.add(Setting.list("clientsteps", "The run's."));
    return known;
  }

  static Settings settings(String lines, Problems problems) {
    Assignments assignments = new Assignments();
    int number = 0;
    for (String line : lines.lines().toList()) {
      number++;
      int equals = line.indexOf('=');
      assignments.add(
          line.substring(0, equals), line.substring(equals + 1), new Origin(FILE, number));
    }
    return Settings.resolve(assignments, known(), problems);
  }

  /** Returns the workload, or throws with all of its problems. */
  static Workload workload(String lines) {
    return workload(lines, 0);
  }

  static Workload workload(String lines, long expectedRequests) {
    Problems problems = new Problems();
    Optional<Workload> workload =
        Workload.from(settings(lines, problems), expectedRequests, problems);
    return workload
        .filter(made -> problems.isEmpty())
        .orElseThrow(() -> new AssertionError(problems.list()));
  }

  /** Returns all problems. */
  static List<String> problems(String lines) {
    return problems(lines, 0);
  }

  static List<String> problems(String lines, long expectedRequests) {
    Problems problems = new Problems();
    Settings settings = settings(lines, problems);
    int before = problems.list().size();
    Optional<Workload> workload = Workload.from(settings, expectedRequests, problems);
    assertThat(workload.isPresent()).isEqualTo(problems.list().size() == before);
    return problems.list().stream().map(Problem::toString).toList();
  }

  static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
