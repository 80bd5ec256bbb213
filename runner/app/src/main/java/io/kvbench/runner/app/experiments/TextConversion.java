package io.kvbench.runner.app.experiments;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.app.options.LowerCaseEnum;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.record.KeeperLogText;
import io.kvbench.runner.record.MonitorText;
import io.kvbench.runner.record.TextLines;
import io.kvbench.runner.record.TraceText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The conversion of another tool's text to a trace. */
final class TextConversion {
  /** A format that can be converted. */
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

  /** The names of the formats. */
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
    Malformed malformed = new Malformed(sink);
    try (InputStream in = new BufferedInputStream(InputFile.open(file), 1 << 16)) {
      Progress progress = new Progress(terminal, clock, Files.size(file));
      TraceText text = from.reader(sink);
      TextLines lines = new TextLines(in, TextLines.LONGEST);
      while (lines.advance() && !malformed.isAnotherFormat()) {
        malformed.counting(text, lines);
        progress.at(malformed.lines, lines.bytes());
      }
      text.end();
    } catch (IOException e) {
      return terminal.fail(file + ": " + FileReason.of(e), ExitCode.USAGE);
    }
    return malformed.told(terminal, file) ? ExitCode.FINE : ExitCode.USAGE;
  }

  /** The malformed lines of a log, which may be truncated or contain other text. */
  private static final class Malformed {
    private static final int EXAMPLES = 5;
    private static final int ENOUGH = 1000;

    private final TraceSink sink;
    private final List<String> examples = new ArrayList<>();
    private long lines;
    private long count;

    Malformed(TraceSink sink) {
      this.sink = sink;
    }

    void counting(TraceText text, TextLines from) {
      lines++;
      try {
        text.line(from.line());
      } catch (IOException | IllegalArgumentException e) { // The latter if no trace can hold it.
        count++;
        sink.ignored("line of another form");
        if (examples.size() < EXAMPLES) {
          examples.add("line %d: %s".formatted(lines, e.getMessage()));
        }
      }
    }

    /** Returns whether no line was of the format, of enough to say so. */
    boolean isAnotherFormat() {
      return count == lines && count >= ENOUGH;
    }

    /** Says what could not be read; returns whether anything could. */
    boolean told(Terminal terminal, Path file) {
      if (count > 0 && count == lines) {
        terminal.fail(file + ", " + examples.getFirst(), ExitCode.USAGE);
        return false;
      }
      if (count > 0) {
        terminal
            .err()
            .println(
                "kvbench: %s: %s of %s not converted:"
                    .formatted(file, Quantities.count(count), Quantities.count(lines, "line")));
        examples.forEach(example -> terminal.err().println("  " + PlainText.of(example)));
        terminal.err().flush();
      }
      return true;
    }
  }

  /** The progress output of a conversion, every few seconds. */
  private static final class Progress {
    private static final long TELL_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int LOOK = 4096;

    private final Terminal terminal;
    private final NanoClock clock;
    private final long size;
    private final long start;
    private long told;

    Progress(Terminal terminal, NanoClock clock, long size) {
      this.terminal = terminal;
      this.clock = clock;
      this.size = Math.max(1, size);
      start = clock.nanos();
      told = start;
    }

    void at(long lines, long bytes) {
      if (lines % LOOK != 0 || clock.nanos() - told < TELL_NANOS) {
        return;
      }
      told = clock.nanos();
      long nanos = told - start;
      double share = Math.clamp((double) bytes / size, 1e-9, 1);
      terminal
          .err()
          .println(
              "converted %s in %s, about %s left"
                  .formatted(
                      Quantities.count(lines, "line"),
                      Quantities.elapsed(nanos),
                      Quantities.elapsed(Math.round(nanos * (1 - share) / share))));
      terminal.err().flush();
    }
  }
}
