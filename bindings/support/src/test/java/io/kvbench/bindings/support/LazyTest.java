package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LazyTest {
  private final List<String> made = new ArrayList<>();
  private final List<String> closed = new ArrayList<>();
  private final Lazy<String> lazy =
      new Lazy<>(
          () -> {
            made.add("part");
            return "part";
          });

  @Test
  void isNotMadeToBeClosed() {
    lazy.ifMade(closed::add);
    assertThat(lazy.isMade()).isFalse();
    assertThat(made).isEmpty();
    assertThat(closed).isEmpty();
  }

  @Test
  void isMadeOnce() {
    assertThat(lazy.get()).isEqualTo("part");
    assertThat(lazy.get()).isEqualTo("part");
    lazy.ifMade(closed::add);
    assertThat(lazy.isMade()).isTrue();
    assertThat(made).hasSize(1);
    assertThat(closed).containsExactly("part");
  }
}
