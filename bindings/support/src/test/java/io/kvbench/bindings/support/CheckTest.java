package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import org.junit.jupiter.api.Test;

class CheckTest {
  @Test
  void reportsWhatFails() {
    Problems problems = new Problems();
    Check.run("here", () -> {}, problems);
    assertThat(problems.isEmpty()).isTrue();
    Check.run(
        "there",
        () -> {
          throw new BindingException("it is empty.");
        },
        problems);
    assertThat(problems.list()).containsExactly(new Problem("there", "it is empty."));
  }
}
