package io.kvbench.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Assignments.Assignment;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.workload.setting.WorkloadFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PropertiesTextTest {
  @Test
  void whatIsReadIsWhatWasWritten() {
    Assignments written = new Assignments();
    Origin origin = Origin.of("test");
    for (String text :
        new String[] {
          "1",
          "",
          " leading",
          "a\\b",
          "tab\tnew\nline\r\f",
          "30s: net.latency=5ms",
          "#x!",
          "ü→𝄞",
          "=:"
        }) {
      written.add("name", text, origin).add("a b=c:d#e!\\", text, origin).add(" x", text, origin);
    }
    Problems problems = new Problems();

    Assignments read =
        WorkloadFile.read(
            new ByteArrayInputStream(PropertiesText.of(written).getBytes(StandardCharsets.UTF_8)),
            "file",
            problems);

    assertThat(problems.list()).isEmpty();
    assertThat(read.list())
        .extracting(Assignment::name)
        .isEqualTo(written.list().stream().map(Assignment::name).toList());
    assertThat(read.list())
        .extracting(Assignment::text)
        .isEqualTo(written.list().stream().map(Assignment::text).toList());
  }
}
