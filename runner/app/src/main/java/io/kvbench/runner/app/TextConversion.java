package io.kvbench.runner.app;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.reports.table.Quantities;
import io.kvbench.runner.record.KeeperLogText;
import io.kvbench.runner.record.MonitorText;
import io.kvbench.runner.record.TraceText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The conversion of another tool's text to a trace. */
final class TextConversion {
  private static final long TELL_NANOS = Duration.ofSeconds(2).toNanos();
  private static final int LOOK = 4096;

  /** What can be converted. */
  enum Format {
    MONITOR,
    KEEPER;

    private TraceText reader(TraceSink sink) {
      return switch (this) {
        case MONITOR -> new MonitorText(sink);
        case KEEPER -> new KeeperLogText(sink);
      };
    }
  }

  /** Its names. */
  static final class FormatNames extends LowerCaseEnum<Format> {
    FormatNames() {
      super(Format.values());
    }
  }

  @Option(
      names = "--convert",
      paramLabel = "FORMAT",
      converter = FormatNames.class,
      description =
          "monitor: the output of Redis' MONITOR; keeper: the request log that ClickHouse's"
              + " keeper-bench replays, as TSVWithNames in the order of event_time.")
  private @Nullable Format format;

  @Option(names = "--input", paramLabel = "FILE", description = "The text to convert.")
  private @Nullable Path input;

  boolean isAsked() {
    return format != null || input != null;
  }

  /** Returns what the trace is made of. */
  String source() {
    return format == null ? "text" : format.name().toLowerCase(Locale.ROOT);
  }

  /** Converts the whole text, and returns an exit code. */
  int convert(Terminal terminal, NanoClock clock, TraceSink sink) {
    Format from = format;
    Path file = input;
    if (from == null || file == null) {
      return terminal.fail("--convert and --input must be used together", ExitCode.USAGE);
    }
    long number = 0;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(InputFile.open(file), StandardCharsets.UTF_8))) {
      TraceText text = from.reader(sink);
      long size = Files.size(file);
      long start = clock.nanos();
      long told = start;
      long characters = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        characters += line.length() + 1;
        text.line(line);
        if (number % LOOK == 0 && clock.nanos() - told >= TELL_NANOS) {
          told = clock.nanos();
          tell(terminal, number, (double) characters / Math.max(1, size), told - start);
        }
      }
      text.end();
      return ExitCode.FINE;
    } catch (IOException e) {
      String where = number == 0 ? file.toString() : file + ", line " + number;
      return terminal.fail(where + ": " + FileReason.of(e), ExitCode.USAGE);
    }
  }

  private static void tell(Terminal terminal, long lines, double share, long nanos) {
    long left = Math.round(nanos * (1 - Math.min(1, share)) / Math.max(share, 1e-9));
    terminal
        .err()
        .println(
            "converted %s in %s, about %s left"
                .formatted(
                    Quantities.count(lines, "line"),
                    Quantities.elapsed(nanos),
                    Quantities.elapsed(left)));
    terminal.err().flush();
  }
}
