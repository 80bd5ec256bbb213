package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.reports.HostFixtures;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostSampleLinesTest {
  private static final SamplingHeader HEADER =
      new SamplingHeader(
          SamplingHeader.SCHEMA,
          "höst",
          "Linux",
          Instant.parse("2026-11-21T10:00:00Z"),
          1_000,
          List.of("node1"));

  @Test
  void comeBackAsTheyWere() throws IOException {
    HostSample full = HostFixtures.sample(0);
    HostSample bare = HostFixtures.bareSample(1);
    String text =
        String.join(
            "\n",
            HostSampleLines.line(HEADER),
            HostSampleLines.line(full),
            HostSampleLines.line(bare));

    assertThat(text).matches("\\p{ASCII}*").doesNotContain("null");
    HostSampleLines lines = HostSampleLines.of(new StringReader(text));
    assertThat(lines.header()).isEqualTo(HEADER);
    assertThat(lines.next()).contains(full);
    assertThat(lines.next()).contains(bare);
    assertThat(lines.next()).isEmpty();
  }

  @Test
  void absentFiguresAreAbsent() {
    assertThat(HostSampleLines.line(HostFixtures.bareSample(0)))
        .doesNotContain("stealMillis", "writtenBytes", "oneMinute");
  }

  @Test
  void otherFormatsAreRefused() {
    String later = "{\"schema\":\"kvbench-host-samples/2\"}";
    assertThatThrownBy(() -> HostSampleLines.of(new StringReader(later)).header())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("kvbench-host-samples/2")
        .hasMessageContaining("kvbench-host-samples/1");
    assertThatThrownBy(() -> HostSampleLines.of(new StringReader("")).header())
        .isInstanceOf(IOException.class);
    for (String line : List.of("{\"num", "", "[]", "null", "{}")) {
      assertThatThrownBy(() -> HostSampleLines.of(new StringReader(line + "\n")).next())
          .as(line)
          .isInstanceOf(IOException.class);
    }
  }
}
