package io.kvbench.runner.app.run;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Secrets;
import io.kvbench.results.directory.CsvTail;
import io.kvbench.results.directory.JsonRows;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.terminal.StandardStream;
import io.kvbench.runner.run.ForwardingListener;
import io.kvbench.runner.run.RunListener;
import io.kvbench.runner.run.RunOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run's events and intervals as JSON, one object a line, with the name of the event in {@code
 * event}: those of the service's event stream, whose intervals and samples are the rows of the
 * files in the result directory. For the thread that runs it.
 */
final class JsonLines implements ForwardingListener {
  private static final String HOST = "host-";

  /** A cell without content. */
  private static final String ABSENT = "-";

  private final RunListener listener;
  private final StandardStream out;
  private final Map<Path, CsvTail> hosts = new TreeMap<>();
  private @Nullable Path directory;
  private @Nullable CsvTail intervals;

  JsonLines(RunListener listener, StandardStream out) {
    this.listener = listener;
    this.out = out;
  }

  @Override
  public RunListener listener() {
    return listener;
  }

  @Override
  public void directoryCreated(Path created) {
    directory = created;
    intervals = new CsvTail(created.resolve(ResultDirectory.INTERVALS));
    write("run", Map.of("directory", created.toString()));
    listener.directoryCreated(created);
  }

  @Override
  public void stage(String what) {
    write("stage", Map.of("stage", Secrets.mask(what)));
    listener.stage(what);
  }

  @Override
  public void note(String note) {
    write("note", Map.of("note", Secrets.mask(note)));
    listener.note(note);
  }

  @Override
  public void phaseStarted(PhasePlan phase) {
    rows();
    String step = phase.step().map(each -> Integer.toString(each.index())).orElse(ABSENT);
    write("phase", Map.of("phase", phase.name().toString(), "step", step));
    listener.phaseStarted(phase);
  }

  @Override
  public void interval(PhasePlan phase, Interval interval) {
    rows();
    listener.interval(phase, interval);
  }

  /** Writes the rest of the rows, and how the run ended. */
  void end(RunOutcome outcome) {
    rows();
    RunResult result = outcome.result();
    Map<String, String> end = new LinkedHashMap<>();
    end.put("status", result.status().name());
    end.put("verdict", result.verdict().validity().name());
    end.put("directory", outcome.directory().toString());
    write("end", end);
  }

  private void rows() {
    CsvTail followed = intervals;
    Path files = directory;
    if (followed == null || files == null) {
      return;
    }
    try {
      rows("interval", followed, Map.of());
      for (Path file : samples(files)) {
        String name = file.getFileName().toString();
        String process = name.substring(HOST.length(), name.lastIndexOf('.'));
        rows("host", hosts.computeIfAbsent(file, CsvTail::new), Map.of("process", process));
      }
    } catch (IOException e) {
      // The next call reads them; a file that cannot be read at all fails the report.
      out.plain().flush();
    }
  }

  private void rows(String event, CsvTail tail, Map<String, String> further) throws IOException {
    for (List<Map<String, String>> next = tail.next(); !next.isEmpty(); next = tail.next()) {
      for (Map<String, String> row : next) {
        row.putAll(further);
        write(event, row);
      }
    }
  }

  private static List<Path> samples(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches(HOST + ".*\\.csv"))
          .sorted()
          .toList();
    }
  }

  private void write(String event, Map<String, String> cells) {
    out.plain().println(JsonRows.line(event, cells));
    out.plain().flush();
  }
}
