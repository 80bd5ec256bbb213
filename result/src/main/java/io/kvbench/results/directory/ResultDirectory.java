package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.workload.check.ReadBack;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.RunResult;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of one run: {@code <parent>/<UTC time>-<workload>-<system>/} with {@code
 * plan.json}, {@code result.json}, {@code intervals.csv}, {@code histograms.hlog}, {@code logs/}
 * and, where hosts were sampled, {@code host-<node>.csv}, where mixes run side by side, {@code
 * mixes.csv}, where records deviate, {@code storecheck.csv}, where operations are recorded and
 * kept, {@code history.bin}, and of a search, {@code find.json} and {@code find.csv}. The JSON
 * files are there whole or not at all; the others grow interval by interval and may be read at any
 * time. The same result is always the same {@code result.json}, in every locale; its format only
 * grows, so readers ignore unknown fields. {@code report.html} is made from all of them when the
 * run has ended, whole or not at all.
 */
public final class ResultDirectory {
  public static final String PLAN = "plan.json";
  public static final String RESULT = "result.json";
  public static final String INTERVALS = "intervals.csv";
  public static final String MIXES = "mixes.csv";
  public static final String HISTOGRAMS = "histograms.hlog";
  public static final String LOGS = "logs";
  public static final String REPORT = "report.html";
  public static final String FIND = "find.json";
  public static final String FIND_CSV = "find.csv";
  public static final String STORE_CHECK = "storecheck.csv";
  public static final String HISTORY = "history.bin";

  /** The JSON Schema of {@code result.json}, as a resource of this class. */
  public static final String RESULT_SCHEMA = "/io/kvbench/results/kvbench-result-1.schema.json";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]+");
  private static final Pattern EDGES = Pattern.compile("^[.\\-]+|[.\\-]+$");
  private static final int LONGEST_NAME = 60;

  private final Path path;
  private final FilePermissions permissions;

  private ResultDirectory(Path path, FilePermissions permissions) {
    this.path = path;
    this.permissions = permissions;
  }

  /**
   * Creates a new directory, with a number at the end of its name if runs before it began within
   * the same second.
   *
   * @param parent created where it is not there
   */
  public static ResultDirectory create(
      Path parent, Instant startedAt, String workload, String system, FilePermissions permissions)
      throws ResultDirectoryException {
    String name = TIME.format(startedAt) + "-" + safe(workload) + "-" + safe(system);
    Path path = parent.resolve(name);
    try {
      Files.createDirectories(parent, permissions.ofDirectory(parent));
      path = createUnique(parent, name, permissions);
      Files.createDirectory(path.resolve(LOGS), permissions.ofDirectory(path));
      return new ResultDirectory(path, permissions);
    } catch (IOException e) {
      throw new ResultDirectoryException(path, e);
    }
  }

  public Path path() {
    return path;
  }

  public Path createLog(String name) throws IOException {
    Path log = path.resolve(LOGS).resolve(name);
    return Files.createFile(log, permissions.ofFile(log));
  }

  /** Creates {@code history.bin}, to be written by a recorder of operations. */
  public Path createHistory() throws IOException {
    Path history = path.resolve(HISTORY);
    return Files.createFile(history, permissions.ofFile(history));
  }

  public void keepLog(Path log) throws IOException {
    try (InputStream in = InputFile.open(log);
        WholeFiles files = new WholeFiles(permissions)) {
      files.add(path.resolve(LOGS).resolve(log.getFileName()), in::transferTo);
      files.finish();
    }
  }

  /** Writes {@code plan.json}, before the load begins. */
  public void writePlan(PlanDocument plan) throws ResultDirectoryException {
    WholeFiles.put(Map.of(path.resolve(PLAN), out -> JsonDocument.write(plan, out)), permissions);
  }

  /** Writes {@code result.json}, when the run has ended; replaces one that is there. */
  public void writeResult(RunResult result) throws ResultDirectoryException {
    WholeFiles.put(
        Map.of(path.resolve(RESULT), out -> JsonDocument.write(result, out)), permissions);
  }

  /** Writes {@code storecheck.csv}: a row for each record that is not as it should be. */
  public void writeStoreCheck(Stream<ReadBack.Deviation> deviations)
      throws ResultDirectoryException {
    WholeFiles.put(
        Map.of(
            path.resolve(STORE_CHECK),
            out -> {
              Writer rows = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
              rows.write("key,finding\n");
              for (ReadBack.Deviation each : (Iterable<ReadBack.Deviation>) deviations::iterator) {
                rows.write(Csv.row(List.of(each.key(), each.kind().name())) + "\n");
              }
              rows.flush();
            }),
        permissions);
  }

  /** Writes {@code report.html} into the directory of a run, and returns where it is. */
  public static Path writeReport(Path directory, String html, FilePermissions permissions)
      throws ResultDirectoryException {
    Path file = directory.resolve(REPORT);
    try (WholeFiles files = new WholeFiles(permissions)) {
      files.add(file, html.getBytes(StandardCharsets.UTF_8));
      files.finish();
      return file;
    } catch (IOException e) {
      throw new ResultDirectoryException(
          file, e, "Fix that, and write it with kvbench report --html.");
    }
  }

  /** Writes {@code find.json} and {@code find.csv} into the directory of a run. */
  public static void writeFind(Path directory, FindResult found, FilePermissions permissions)
      throws ResultDirectoryException {
    Map<Path, WholeFiles.Content> files = new LinkedHashMap<>();
    files.put(directory.resolve(FIND), out -> JsonDocument.write(found, out));
    files.put(directory.resolve(FIND_CSV), WholeFiles.of(FindCsv.of(found)));
    WholeFiles.put(files, permissions);
  }

  /** Reads {@code find.json}; empty in the directory of a run that does not search. */
  public static Optional<FindResult> readFind(Path directory) throws ResultFormatException {
    Path file = directory.resolve(FIND);
    return Files.exists(file)
        ? Optional.of(DocumentReader.read(file, FindResult.SCHEMA, FindResult.class))
        : Optional.empty();
  }

  public IntervalsCsv openIntervals() throws ResultDirectoryException {
    return IntervalsCsv.create(path.resolve(INTERVALS), permissions);
  }

  public IntervalsCsv openMixes() throws ResultDirectoryException {
    return IntervalsCsv.ofMixes(path.resolve(MIXES), permissions);
  }

  /** Begins {@code histograms.hlog}, which counts its seconds from the run's start. */
  public HistogramLog openHistograms(Instant startedAt) throws ResultDirectoryException {
    return HistogramLog.create(path.resolve(HISTOGRAMS), permissions, startedAt);
  }

  /** Begins {@code host-<name>.csv} of a process in the samples. */
  public HostCsv openHost(String target) throws ResultDirectoryException {
    return HostCsv.create(path.resolve(hostFile(target)), permissions, target);
  }

  static String hostFile(String target) {
    return "host-" + hostName(target) + ".csv";
  }

  /** Returns a process's name in that of its file: two names that end alike differ in it. */
  static String hostName(String target) {
    return safe(target.replace('/', '-'));
  }

  public static RunResult readResult(Path directory) throws ResultFormatException {
    return read(directory.resolve(RESULT));
  }

  /** Reads a result and checks its histograms. */
  static RunResult read(Path file) throws ResultFormatException {
    RunResult result = DocumentReader.read(file, RunResult.SCHEMA, RunResult.class);
    new HistogramCheck(file).check(result);
    return result;
  }

  public static PlanDocument readPlan(Path directory) throws ResultFormatException {
    return DocumentReader.read(directory.resolve(PLAN), PlanDocument.SCHEMA, PlanDocument.class);
  }

  private static Path createUnique(Path parent, String name, FilePermissions permissions)
      throws IOException {
    Path path = parent.resolve(name);
    for (int number = 2; ; number++) {
      try {
        return Files.createDirectory(path, permissions.ofDirectory(path));
      } catch (FileAlreadyExistsException e) {
        path = parent.resolve(name + "-" + number);
      }
    }
  }

  /** The last part of a name that may be a path, without anything a file system could object to. */
  static String safe(String name) {
    String last = name.substring(name.lastIndexOf('/') + 1);
    String plain = UNSAFE.matcher(last).replaceAll("-");
    String cut = plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
    String trimmed = EDGES.matcher(cut).replaceAll("");
    return trimmed.isEmpty() ? "unnamed" : trimmed;
  }
}
