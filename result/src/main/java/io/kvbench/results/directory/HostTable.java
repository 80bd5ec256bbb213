package io.kvbench.results.directory;

import io.kvbench.core.file.FileReason;
import io.kvbench.results.directory.HostTable.Sample;
import io.kvbench.results.host.HostColumns;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The samples in one {@code host-<node>.csv}, of a server or kvbench and of its host.
 *
 * @param name the process as the name of the file has it; {@link #CLIENT} is kvbench itself
 */
public record HostTable(String name, List<String> columns, List<Sample> samples) {
  public static final String CLIENT = "client";
  private static final String PREFIX = "host-";
  private static final String SUFFIX = ".csv";
  private static final Set<String> WORDS =
      Set.of(HostColumns.PROGRAM, HostColumns.STATE, HostColumns.DEVICE, HostColumns.INTERFACE);
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,30})?");
  private static final List<String> KNOWN = HostCsv.header();
  private static final List<String> REQUIRED =
      KNOWN.subList(0, KNOWN.indexOf(HostColumns.CLIENTS) + 1);

  private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000L);

  public HostTable {
    columns = List.copyOf(columns);
    samples = List.copyOf(samples);
  }

  /**
   * A row: one sample.
   *
   * @param at when the sample was taken, on kvbench's wall clock
   * @param cells as many as there are columns; empty where something is not known
   */
  public record Sample(Instant at, List<String> cells) {
    public Sample {
      cells = List.copyOf(cells);
    }
  }

  /** Returns whether this is the file of a process of that name. */
  public boolean isOf(String process) {
    return name.equals(ResultDirectory.hostName(process));
  }

  public boolean isClient() {
    return name.equals(CLIENT);
  }

  /** Returns a cell, which may be empty; empty too where there is no such column. */
  public String cell(Sample sample, String column) {
    int index = columns.indexOf(column);
    return index < 0 ? "" : sample.cells().get(index);
  }

  public OptionalDouble figure(Sample sample, String column) {
    String cell = cell(sample, column);
    return cell.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(cell));
  }

  /** Returns what there is in a directory, by the names of the files. */
  static List<HostTable> readAll(Path directory) throws ResultFormatException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(directory)) {
      files = entries.filter(HostTable::isOne).sorted().toList();
    } catch (IOException e) {
      throw new ResultFormatException(directory + " cannot be read: " + FileReason.of(e) + ".", e);
    }
    List<HostTable> hosts = new ArrayList<>();
    for (Path file : files) {
      hosts.add(read(file));
    }
    return List.copyOf(hosts);
  }

  private static boolean isOne(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  private static HostTable read(Path file) throws ResultFormatException {
    CsvTable table = CsvTable.read(file);
    List<Sample> samples = new ArrayList<>();
    table.forEach(
        REQUIRED,
        row -> {
          check(table.header(), row.cells());
          samples.add(new Sample(instant(row.text(HostColumns.AT)), row.cells()));
        });
    String name = String.valueOf(file.getFileName());
    return new HostTable(
        name.substring(PREFIX.length(), name.length() - SUFFIX.length()), table.header(), samples);
  }

  private static void check(List<String> header, List<String> cells) {
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      if (!cell.isEmpty()
          && !WORDS.contains(header.get(column))
          && KNOWN.contains(header.get(column))
          && !NUMBER.matcher(cell).matches()) {
        throw new IllegalArgumentException("\"" + cell + "\" is not a number");
      }
    }
  }

  private static Instant instant(String unixNanos) {
    BigInteger[] parts = new BigInteger(unixNanos).divideAndRemainder(SECOND);
    return Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValueExact());
  }
}
