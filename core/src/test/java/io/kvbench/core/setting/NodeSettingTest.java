package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeSettingTest {
  private static final NodeSetting<Integer> WEIGHT =
      NodeSetting.of("a", "weight", (name, node) -> Setting.integer(name, 0, 9, "x" + node));
  private static final NodeSetting<Integer> HEIGHT =
      NodeSetting.of("a", "height", (name, node) -> Setting.integer(name, 0, 9, "y" + node));

  private static Settings settings(String... given) {
    Assignments assignments = new Assignments();
    for (String each : given) {
      String[] parts = each.split("=", 2);
      assignments.add(parts[0], parts[1], Origin.of("test"));
    }
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, WEIGHT.all(), problems);
    assertThat(problems.list()).isEmpty();
    return settings;
  }

  @Test
  void isDeclaredForAllServersAndForEach() {
    assertThat(WEIGHT.all())
        .extracting(Setting::name)
        .hasSize(10)
        .startsWith("a.weight", "a.node1.weight")
        .endsWith("a.node9.weight");
    assertThat(WEIGHT.all().get(3).description()).isEqualTo("x3");
  }

  @Test
  void theSettingOfAServerCountsInsteadOfThatOfAll() {
    Settings given = settings("a.weight=1", "a.node2.weight=2");

    assertThat(WEIGHT.find(given, 0)).contains(1);
    assertThat(WEIGHT.find(given, 1)).contains(1);
    assertThat(WEIGHT.find(given, 2)).contains(2);
    assertThat(WEIGHT.find(given, 10)).contains(1);
    assertThat(WEIGHT.find(settings("a.node2.weight=2"), 3)).isEmpty();
    assertThat(WEIGHT.deciding(given, 2).name()).isEqualTo("a.node2.weight");
    assertThat(WEIGHT.deciding(given, 3).name()).isEqualTo("a.weight");
  }

  @Test
  void knowsWhichServerASettingIsOf() {
    List<NodeSetting<?>> both = List.of(WEIGHT, HEIGHT);

    assertThat(NodeSetting.node(both, HEIGHT.all().get(4))).isEqualTo(4);
    assertThat(NodeSetting.node(both, WEIGHT.all().getFirst())).isZero();
    assertThat(NodeSetting.node(both, Setting.text("other", "x"))).isZero();
  }

  @Test
  void wordsNameEachServerOnce() {
    assertThat(NodeSetting.words(IntStream.of(2, 0, 2), node -> "v" + node))
        .containsExactly("every server: v0", "server 2: v2");
  }
}
