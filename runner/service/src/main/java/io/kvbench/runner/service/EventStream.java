package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.host.json.StrictJson;
import io.kvbench.results.directory.CsvTail;
import io.kvbench.results.directory.JsonRows;
import io.kvbench.results.directory.ResultDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events that follows one run: {@code run} when its state changes, {@code
 * stage} when it begins another activity, {@code interval} for each row of {@code intervals.csv},
 * {@code host} for each row of a {@code host-<node>.csv}, and {@code end}. Intervals are numbered
 * from 1, so that a client that reconnects continues after the last one it has. For one thread.
 */
final class EventStream {
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration SILENCE = Duration.ofSeconds(15);
  private static final String HOST = "host-";

  private final RunQueue queue;
  private final RunStore store;
  private final String id;
  private final OutputStream out;
  private final NanoClock clock;
  private final Map<String, CsvTail> hosts = new TreeMap<>();
  private @Nullable CsvTail intervals;
  private Optional<String> stage = Optional.empty();
  private long sent;
  private long lastNanos;

  EventStream(RunQueue queue, RunStore store, String id, OutputStream out, NanoClock clock) {
    this.queue = queue;
    this.store = store;
    this.id = id;
    this.out = out;
    this.clock = clock;
  }

  /**
   * Writes events until the run or the service ends.
   *
   * @param after the number of the last interval that the client has
   * @throws IOException if the client is gone
   */
  void serve(long after) throws IOException, InterruptedException {
    Optional<RunState> told = Optional.empty();
    lastNanos = clock.nanos();
    while (!queue.isClosing()) {
      ServiceRun run;
      try {
        run = queue.find(id);
      } catch (ServiceRefusal e) {
        break; // It has been deleted.
      }
      if (!told.equals(Optional.of(run.state()))) {
        told = Optional.of(run.state());
        event("run", Optional.empty(), run.json());
      }
      figures(after);
      stage();
      if (run.state().isOver()) {
        break;
      }
      if (clock.nanos() - lastNanos > SILENCE.toNanos()) {
        write(": still here\n\n");
      }
      queue.awaitChange(LOOK);
    }
    event("end", Optional.empty(), StrictJson.object());
  }

  /** A stage is sent after the intervals that were measured before it. */
  private void stage() throws IOException {
    Optional<String> now = queue.stage(id);
    if (now.isPresent() && !now.equals(stage)) {
      stage = now;
      event("stage", Optional.empty(), StrictJson.object().put("stage", now.get()));
    }
  }

  private void figures(long after) throws IOException {
    Optional<Path> result = store.result(id);
    if (result.isEmpty()) {
      return;
    }
    CsvTail rows = intervals;
    if (rows == null) {
      rows = new CsvTail(result.get().resolve(ResultDirectory.INTERVALS));
      intervals = rows;
    }
    for (List<Map<String, String>> next = rows.next(); !next.isEmpty(); next = rows.next()) {
      for (Map<String, String> row : next) {
        sent++;
        if (sent > after) {
          event("interval", Optional.of(sent), JsonRows.interval(row));
        }
      }
    }
    for (Map.Entry<String, Path> file : store.files(id).entrySet()) {
      if (file.getKey().startsWith(HOST)) {
        host(file.getKey(), file.getValue());
      }
    }
  }

  private void host(String name, Path file) throws IOException {
    CsvTail rows = hosts.computeIfAbsent(name, each -> new CsvTail(file));
    for (List<Map<String, String>> next = rows.next(); !next.isEmpty(); next = rows.next()) {
      for (Map<String, String> row : next) {
        ObjectNode json = JsonRows.row(row);
        json.put("process", name.substring(HOST.length(), name.lastIndexOf('.')));
        event("host", Optional.empty(), json);
      }
    }
  }

  private void event(String name, Optional<Long> number, ObjectNode data) throws IOException {
    write(
        "event: "
            + name
            + number.map(each -> "\nid: " + each).orElse("")
            + "\ndata: "
            + new String(StrictJson.SHORT.bytes(data), StandardCharsets.UTF_8)
            + "\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    lastNanos = clock.nanos();
  }
}
