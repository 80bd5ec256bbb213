package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DEngineProviderTest {

  private static Settings settings(Map<String, String> given, Problems problems) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p " + name)));
    return Settings.resolve(assignments, DEngineSettings.all(), problems);
  }

  private static List<String> problems(List<String> endpoints, Map<String, String> given) {
    Problems problems = new Problems();
    Settings settings = settings(given, problems);
    new DEngineProvider().check(DEngineProvider.DENGINE, endpoints, settings, problems);
    return problems.list().stream().map(Problem::message).toList();
  }

  @Test
  void allThatIsWrongIsToldWhilePlanning() {
    assertThat(
            problems(
                List.of("a", "b:1", "https://c:2", "d:70000"),
                Map.of(
                    "dengine.prefix",
                    "\u20ac",
                    "dengine.keepalive.time",
                    "5s",
                    "dengine.ttl",
                    "1500ms")))
        .hasSize(4)
        .anyMatch(each -> each.contains("dengine.ttl") && each.contains("whole seconds"))
        .anyMatch(each -> each.contains("'a', 'https://c:2', 'd:70000'") && each.contains("no TLS"))
        .anyMatch(each -> each.contains("dengine.prefix"))
        .anyMatch(each -> each.contains("dengine.keepalive.time") && each.contains("10s"));
  }

  @Test
  void whatIsRightIsTaken() {
    assertThat(
            problems(
                List.of("a:1", "http://b:2/", "[::1]:3"),
                Map.of("dengine.defaultread", "lease", "dengine.ttl", "1m")))
        .isEmpty();
    assertThat(problems(List.of(), Map.of("dengine.ttl", "0s")))
        .singleElement()
        .asString()
        .contains("at least 1s");
  }

  @Test
  void aServerWantsAPort() throws Exception {
    assertThat(DEngineClientOptions.ENDPOINTS.parseAll(List.of("[::1]:3", "http://b:2")).toString())
        .isEqualTo("[[::1]:3, b:2]");
    assertThatThrownBy(() -> DEngineClientOptions.ENDPOINTS.parseAll(List.of("b")))
        .isInstanceOf(BindingException.class);
  }

  /** Comparisons with a system that first writes to disk must state this. */
  @Test
  void resultsSayWhatAnAcknowledgementIsWorth() {
    assertThat(DEngineProvider.DENGINE.notes()).singleElement().asString().contains("in memory");
  }

  @Test
  void resultsSayThatRecordsGoAway() {
    Settings settings = settings(Map.of("dengine.ttl", "2m"), new Problems());
    assertThat(new DEngineProvider().with(DEngineProvider.DENGINE, settings).notes())
        .hasSize(2)
        .anyMatch(note -> note.contains("in memory"))
        .anyMatch(note -> note.contains("120 s") && note.contains("dengine.ttl"));
  }
}
