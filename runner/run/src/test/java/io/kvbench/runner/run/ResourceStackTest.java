package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that each part is closed once, the last first, regardless of failures of the others. */
class ResourceStackTest {
  private final List<String> closed = new ArrayList<>();
  private final ResourceStack parts = new ResourceStack();

  @Test
  void theLastIsClosedFirst() {
    parts.add(() -> closed.add("servers"));
    parts.add(() -> closed.add("connections"));

    parts.close();
    parts.close();

    assertThat(closed).containsExactly("connections", "servers");
  }

  @Test
  void aFailureKeepsNoOtherPartOpen() {
    parts.add(() -> closed.add("servers"));
    parts.add(() -> fail("network"));
    parts.add(
        () -> {
          throw new AssertionError("team");
        });
    parts.add(() -> fail("connections"));

    assertThatThrownBy(parts::close)
        .hasMessage("connections")
        .satisfies(
            first ->
                assertThat(first.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("team", "network"));
    assertThat(closed).containsExactly("servers");
  }

  private static void fail(String part) {
    throw new IllegalStateException(part);
  }
}
