package io.kvbench.runner.distributed.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the messages about agents that have ended, with shells in the place of agents. */
@Timeout(120)
class AgentProcessesTest {
  private static final long OF_ANOTHER_MACHINE = -1;

  @TempDir private Path directory;

  private AgentProcesses start(String script, int count) throws Exception {
    return AgentProcesses.start(
        List.of("/bin/sh", "-c", script),
        "127.0.0.1:1",
        directory,
        count,
        directory,
        NanoClock.system());
  }

  @Test
  void oneThatHasEndedSaysWhyAndLeavesItsLog() throws Exception {
    try (AgentProcesses agents = start("echo first; echo 'no memory'; exit 3", 1)) {
      String ended = agents.ended().orElse("");
      while (ended.isEmpty()) {
        Thread.onSpinWait();
        ended = agents.ended().orElse("");
      }

      assertThat(ended).isEqualTo("agent 1 ended before it had joined: no memory");
      assertThat(agents.fate(OF_ANOTHER_MACHINE)).isEqualTo("it ended with exit code 3: no memory");
    }
    assertThat(AgentProcesses.logs(directory))
        .singleElement()
        .satisfies(
            log -> assertThat(log).hasFileName("agent-1.log").hasContent("first\nno memory"));
  }

  @Test
  void oneThatStillRunsWasTooSlow() throws Exception {
    try (AgentProcesses agents = start("read -r end", 2)) {
      assertThat(agents.ended()).isEmpty();
      assertThat(agents.fate(OF_ANOTHER_MACHINE))
          .startsWith("it still runs, so it could not send in time");
    }
  }

  @Test
  void eachGetsThePartOfItsNumber() throws Exception {
    try (AgentProcesses agents = start("echo \"$0 $*\"", 2)) {
      while (agents.ended().isEmpty()) {
        Thread.onSpinWait();
      }
    }
    assertThat(directory.resolve("agent-2.log")).content().contains("--index 1 --with-parent");
  }
}
