package io.kvbench.runner.app.run;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.IntervalRate;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.core.workload.setting.YcsbSettings.Measured;
import io.kvbench.reports.tool.YcsbIntervals;
import io.kvbench.reports.tool.YcsbReport;
import io.kvbench.reports.tool.YcsbStatus;
import io.kvbench.results.directory.WholeFiles;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.ForwardingListener;
import io.kvbench.runner.run.RunListener;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The report of a run in YCSB's form, and its status lines, if the properties ask for it. Keeps the
 * intervals only if the report needs them. For the thread that runs it.
 */
final class YcsbExport implements ForwardingListener {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final RunListener listener;
  private final Terminal terminal;
  private final Settings settings;
  private final boolean status;
  private final boolean asked;
  private final Map<PhaseName, List<Interval>> intervals = new EnumMap<>(PhaseName.class);
  private Snapshot sinceLine = Snapshot.empty();
  private long nanosSinceLine;
  private long requestsOfLine;

  /**
   * Creates a listener.
   *
   * @param status whether status lines are asked for
   */
  YcsbExport(RunListener listener, RunPlan plan, boolean status, Terminal terminal) {
    this.listener = listener;
    this.terminal = terminal;
    settings = plan.settings();
    asked = YcsbSettings.isExported(settings);
    this.status = status && asked;
  }

  @Override
  public RunListener listener() {
    return listener;
  }

  /** Adds what would keep the report from being written, before the run. */
  static void check(Settings settings, boolean outputIsTaken, Problems problems) {
    if (!YcsbSettings.isExported(settings)) {
      return;
    }
    for (Setting<String> file : List.of(YcsbSettings.EXPORT_FILE, YcsbSettings.RAW_FILE)) {
      settings.find(file).ifPresent(name -> check(settings, file, name, problems));
    }
    if (settings.get(YcsbSettings.HISTOGRAM_FILES)) {
      String first = settings.get(YcsbSettings.HISTOGRAM_PATH) + "READ.hdr";
      check(settings, YcsbSettings.HISTOGRAM_PATH, first, problems);
    }
    if (outputIsTaken && isOnStandardOutput(settings)) {
      problems.add(
          "--json -",
          "and YCSB's report both write to standard output; name a file with --json FILE, exportfile"
              + " or measurement.raw.output_file.");
    }
  }

  private static void check(
      Settings settings, Setting<String> setting, String name, Problems problems) {
    try {
      Path file = InputFile.path(name).toAbsolutePath();
      Path parent = file.getParent();
      String reason =
          Files.isDirectory(file)
              ? "is a directory"
              : parent == null || !Files.isDirectory(parent)
                  ? "is in a directory that does not exist"
                  : !Files.isWritable(Files.exists(file) ? file : parent)
                      ? "cannot be written: permission denied"
                      : "";
      if (!reason.isEmpty()) {
        problems.add(
            settings.whereIs(setting),
            setting.name() + "=" + name + " " + reason + "; specify another file.");
      }
    } catch (IOException e) {
      problems.add(settings.whereIs(setting), "'" + name + "': " + FileReason.of(e) + ".");
    }
  }

  private static boolean isOnStandardOutput(Settings settings) {
    return YcsbSettings.isExported(settings)
        && (settings.find(YcsbSettings.EXPORT_FILE).isEmpty()
            || (YcsbIntervals.isRaw(settings) && settings.find(YcsbSettings.RAW_FILE).isEmpty()));
  }

  /** Returns whether anything of it is on standard output, where programs read it. */
  boolean isOnStandardOutput() {
    return isOnStandardOutput(settings);
  }

  @Override
  public void phaseStarted(PhasePlan phase) {
    sinceLine = Snapshot.empty();
    nanosSinceLine = 0;
    requestsOfLine = 0;
    listener.phaseStarted(phase);
  }

  @Override
  public void interval(PhasePlan phase, Interval interval) {
    if (asked && YcsbIntervals.areNeeded(settings)) {
      intervals.computeIfAbsent(phase.name(), first -> new ArrayList<>()).add(interval);
    }
    if (!status) {
      listener.interval(phase, interval);
      return;
    }
    sinceLine = sinceLine.plus(interval.recorded());
    nanosSinceLine += interval.wallNanos();
    long lineNanos =
        (settings.get(RunSettings.STATUS_INTERVAL) - 1) * NANOS_PER_SECOND
            + IntervalRate.FULL_NANOS;
    boolean last = interval.requests() >= phase.requests();
    if (nanosSinceLine >= lineNanos || last) {
      statusLine(phase, interval);
    }
  }

  private void statusLine(PhasePlan phase, Interval interval) {
    long requests = interval.requests();
    YcsbStatus line =
        new YcsbStatus(
            Duration.ofNanos(interval.endNanos()),
            requests,
            phase.requests() == PhasePlan.UNLIMITED ? 0 : phase.requests() - requests,
            (requests - requestsOfLine) * 1e9 / Math.max(1, nanosSinceLine),
            sinceLine);
    ZonedDateTime end =
        interval.startedAt().plusNanos(interval.wallNanos()).atZone(ZoneId.systemDefault());
    String text = line.line(settings.find(RunSettings.LABEL).orElse(""), end, settings);
    terminal.err().println(text);
    terminal.err().flush();
    if (settings.get(YcsbSettings.MEASUREMENT_TYPE).contains(Measured.TIMESERIES)
        && isOnStandardOutput()) {
      terminal.output().plain().println(text);
    }
    sinceLine = Snapshot.empty();
    nanosSinceLine = 0;
    requestsOfLine = requests;
  }

  /**
   * Writes what is asked for.
   *
   * @param code the exit code so far
   * @return the exit code: a report that could not be written is a failure
   */
  int finish(RunResult result, FilePermissions permissions, int code) {
    if (!asked) {
      return code;
    }
    if (PhaseResult.measured(result.phases()).isEmpty()) {
      terminal.err().println("kvbench: no report in YCSB's form, since no phase was measured.");
      return code;
    }
    YcsbReport report = new YcsbReport(result, intervals, settings);
    try {
      if (YcsbIntervals.isRaw(settings)) {
        writeRaw(report.intervals(), permissions);
      }
      Optional<String> file = settings.find(YcsbSettings.EXPORT_FILE);
      if (file.isPresent()) {
        WholeFiles.write(Path.of(file.get()), report.text(), permissions);
      } else {
        terminal.output().plain().print(report.text());
        terminal.output().plain().flush();
      }
      for (Map.Entry<String, String> log : report.intervals().histogramLogs().entrySet()) {
        WholeFiles.write(Path.of(log.getKey()), log.getValue(), permissions);
      }
      return code;
    } catch (IOException e) {
      terminal
          .err()
          .println(
              "kvbench: YCSB's report cannot be written: "
                  + FileReason.ofWriting(e)
                  + ". 'kvbench report --ycsb' writes it again.");
      return code == ExitCode.FINE ? ExitCode.ENVIRONMENT : code;
    }
  }

  private void writeRaw(YcsbIntervals single, FilePermissions permissions) throws IOException {
    Optional<String> file = settings.find(YcsbSettings.RAW_FILE);
    if (file.isEmpty()) {
      single.writeRaw(terminal.output().plain());
      return;
    }
    Path path = Path.of(file.get());
    if (!Files.exists(path)) {
      Files.createFile(path, permissions.ofFile(path));
    }
    try (Writer out =
        Files.newBufferedWriter(path, StandardCharsets.UTF_8, StandardOpenOption.APPEND)) {
      single.writeRaw(out);
    }
  }
}
