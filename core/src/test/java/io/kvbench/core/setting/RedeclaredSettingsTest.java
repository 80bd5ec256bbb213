package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of two systems that declare one name with different values and defaults. */
class RedeclaredSettingsTest {
  private static final Setting<Integer> SHARED =
      Setting.integer("size", 1, 10, "A size.").withDefault("4");
  private static final Setting<Integer> OWN =
      Setting.integer("size", 5, 10, "A size.").withDefault("7");
  private static final Setting<String> OTHER = Setting.text("name", "A name.").withDefault("x");

  private final Problems problems = new Problems();

  private Settings settings(Map<String, String> given) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p " + name)));
    return Settings.resolve(assignments, List.of(SHARED, OTHER), problems)
        .redeclared(List.of(OWN), problems);
  }

  @Test
  void whatIsNotGivenHasTheNewDefault() {
    Settings settings = settings(Map.of());

    assertThat(settings.get(OWN)).isEqualTo(7);
    assertThat(settings.isGiven(OWN)).isFalse();
    assertThat(settings.entries()).extracting(Settings.Entry::text).containsExactly("7", "x");
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void whatIsGivenStaysIfItIsAccepted() {
    Settings settings = settings(Map.of("size", "9"));

    assertThat(settings.get(OWN)).isEqualTo(9);
    assertThat(settings.isGiven(OWN)).isTrue();
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void whatIsNotAcceptedIsAProblem() {
    settings(Map.of("size", "3"));

    assertThat(problems.list())
        .singleElement()
        .hasToString("-p size: invalid value size=3; expected an integer from 5 to 10.");
  }

  private static final Setting<Map<String, String>> FOREIGN =
      Setting.of("their.size", "Theirs.", "a size", text -> Map.of("size", text));

  private Settings translated(Map<String, String> given) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p " + name)));
    return Settings.resolve(assignments, List.of(SHARED, FOREIGN), problems)
        .translated(List.of(FOREIGN), List.of(SHARED, FOREIGN), problems);
  }

  @Test
  void aPropertyOfAnotherToolStandsForOneOfItsOwn() {
    assertThat(translated(Map.of("their.size", "9")).get(SHARED)).isEqualTo(9);
    assertThat(translated(Map.of("their.size", "9", "size", "2")).get(SHARED)).isEqualTo(2);
    assertThat(translated(Map.of()).get(SHARED)).isEqualTo(4);
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void whatItStandsForIsChecked() {
    assertThat(translated(Map.of("their.size", "11")).get(SHARED)).isEqualTo(4);
    assertThat(problems.list())
        .singleElement()
        .asString()
        .contains("-p their.size", "size=11", "from 1 to 10");
  }
}
