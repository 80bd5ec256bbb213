package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the scripts with which shells complete the command line. */
class CompletionTest {
  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void hasCommandsFlagsAndSystems(String shell) {
    KvbenchCommand script = KvbenchCommand.run(List.of("generate-completion", shell));

    assertThat(script.exitCode()).as(script::said).isZero();
    assertThat(script.out()).contains("suite", "list", "generate-completion", "plugin", "memory");
  }

  @Test
  void bashIsTheDefault() {
    assertThat(KvbenchCommand.run(List.of("generate-completion")).out())
        .startsWith("#!/usr/bin/env bash")
        .contains("complete -F _complete_kvbench");
  }

  @Test
  void fishHasOneLineForEachFlag() {
    String script = KvbenchCommand.run(List.of("generate-completion", "fish")).out();

    assertThat(script.lines())
        .allMatch(line -> line.startsWith("complete -c kvbench -n '") && line.endsWith("'"))
        .anyMatch(line -> line.contains(" -o threads -l clients -r -d 'Number of concurrent"))
        .anyMatch(line -> line.contains("from cluster; and __fish_seen_subcommand_from up' -o db"))
        .noneMatch(line -> line.contains("with-parent"));
  }

  @Test
  void anotherShellIsRefused() {
    KvbenchCommand refused = KvbenchCommand.run(List.of("generate-completion", "tcsh"));

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("tcsh", "bash, zsh, fish");
  }
}
