package io.kvbench.runner.run.hosts;

import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A sampler of this process and its machine for a run of another process, which receives the lines
 * of {@link HostSampleLines}, the header first. They come on one thread.
 */
public final class SampleRelay implements AutoCloseable {
  private final LocalSidecar sidecar;

  private SampleRelay(LocalSidecar sidecar) {
    this.sidecar = sidecar;
  }

  /**
   * Starts the sidecar, without waiting for it.
   *
   * @param command what runs {@code kvbench sidecar}
   * @param log receives its output
   * @param lost receives a message if the samples end
   * @throws IOException if it cannot be started
   */
  public static SampleRelay start(
      List<String> command, Duration every, Path log, Consumer<String> lines, Consumer<String> lost)
      throws IOException {
    LocalSidecar sidecar = new LocalSidecar(command, every, log, Optional.empty());
    sidecar.begin(
        new HostSource.Reader() {
          @Override
          public void begun(SamplingHeader header) {
            lines.accept(HostSampleLines.line(header));
          }

          @Override
          public void sample(HostSample sample) {
            lines.accept(HostSampleLines.line(sample));
          }

          @Override
          public void ended(String why) {
            lost.accept(why + last(log));
          }

          @Override
          public void lost(String why) {
            ended(why);
          }
        });
    return new SampleRelay(sidecar);
  }

  /** The log stays where the sidecar was, and is removed. */
  private static String last(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return lines.isEmpty() ? "" : " Its last line: " + lines.getLast();
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    sidecar.end();
  }
}
