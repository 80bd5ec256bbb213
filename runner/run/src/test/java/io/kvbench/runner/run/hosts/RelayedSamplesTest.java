package io.kvbench.runner.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.ProcessFigures;
import io.kvbench.results.host.SamplingHeader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RelayedSamplesTest {
  private static final Instant START = RemoteSamples.START;
  private static final long AHEAD = Duration.ofHours(1).toNanos();

  private final List<SamplingHeader> headers = new ArrayList<>();
  private final List<HostSample> samples = new ArrayList<>();
  private final RelayedSamples relayed = new RelayedSamples("agent-2", Duration.ofSeconds(1));
  private final HostSource.Reader reader =
      new HostSource.Reader() {
        @Override
        public void begun(SamplingHeader header) {
          headers.add(header);
        }

        @Override
        public void sample(HostSample sample) {
          samples.add(sample);
        }

        @Override
        public void ended(String why) {
          throw new AssertionError(why);
        }

        @Override
        public void lost(String why) {
          throw new AssertionError(why);
        }
      };

  private void take(String line) throws IOException {
    relayed.take(line, AHEAD, 1_000);
  }

  @Test
  void theHeaderComesFirstAndSamplesAreOnOurClock() throws Exception {
    relayed.begin(reader);
    take(HostSampleLines.line(RemoteSamples.header(START, "client")));
    take(HostSampleLines.line(RemoteSamples.sample(7, START, "client")));

    assertThat(headers).hasSize(1);
    assertThat(samples)
        .singleElement()
        .satisfies(
            sample -> {
              assertThat(sample.at()).isEqualTo(START.minusSeconds(3_600));
              assertThat(sample.processes())
                  .extracting(ProcessFigures::target)
                  .containsExactly("agent-2");
            });
    assertThat(relayed.clock().orElseThrow().offsetNanos()).isEqualTo(AHEAD);
  }

  @Test
  void nothingIsReadBeforeItBeginsAndAfterItsEnd() throws Exception {
    take(HostSampleLines.line(RemoteSamples.header(START, "client")));
    relayed.begin(reader);
    relayed.end();
    take("{}");

    assertThat(headers).isEmpty();
    assertThat(samples).isEmpty();
  }

  @Test
  void whatIsNoSampleIsRejected() {
    relayed.begin(reader);

    assertThatThrownBy(() -> take("{}")).isInstanceOf(IOException.class);
  }
}
