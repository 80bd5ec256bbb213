package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of a run that is over. */
class EventStreamTest {
  private static final int ROWS = 30_000;

  @TempDir private Path directory;

  /** Its files are larger than one read. */
  @Test
  void aLongRunIsSentToItsEnd() throws Exception {
    try (RunStore store = RunStore.open(directory)) {
      ServiceRun run =
          ServiceRun.queued(
                  "20260101T000000Z-00000000",
                  new RunRequest("memory", "workloada", Map.of()),
                  Instant.EPOCH)
              .ended(
                  RunState.DONE,
                  new ServiceRun.End(
                      Instant.EPOCH, OptionalInt.of(0), Optional.empty(), Optional.empty()));
      store.write(run);
      StringBuilder rows = new StringBuilder("row,statuses\n");
      for (int row = 1; row <= ROWS; row++) {
        rows.append(row).append(',').append("OK=1;".repeat(10)).append('\n');
      }
      Path result = Files.createDirectories(store.results(run.id()).resolve("result"));
      Files.writeString(result.resolve("intervals.csv"), rows);
      Files.writeString(result.resolve("host-client.csv"), rows);
      RunQueue queue = LoopbackServices.queue(store, LoopbackServices.planning(), 1);
      ByteArrayOutputStream out = new ByteArrayOutputStream();

      new EventStream(queue, store, run.id(), out, NanoClock.system()).serve(ROWS - 1);

      String last = "\ndata: {\"row\":" + ROWS + ",";
      assertThat(out.toString(StandardCharsets.UTF_8))
          .contains("event: interval\nid: " + ROWS + last)
          .contains("event: host" + last)
          .endsWith("event: end\ndata: {}\n\n");
    }
  }
}
