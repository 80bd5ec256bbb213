package io.kvbench.results.directory;

import io.kvbench.core.file.FileReason;
import io.kvbench.results.directory.HostTable.Sample;
import io.kvbench.results.host.HostColumns;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A validating reader of {@code host-<node>.csv}. */
final class HostCsvReader {
  private static final String PREFIX = "host-";
  private static final String SUFFIX = ".csv";
  private static final Set<String> WORDS =
      Set.of(HostColumns.PROGRAM, HostColumns.STATE, HostColumns.DEVICE, HostColumns.INTERFACE);
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,30})?");
  private static final List<String> KNOWN = HostCsv.header();

  private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000L);

  private final Path file;

  private HostCsvReader(Path file) {
    this.file = file;
  }

  /** Returns what there is in a directory, by the names of the files. */
  static List<HostTable> readAll(Path directory) throws ResultFormatException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(directory)) {
      files = entries.filter(HostCsvReader::isOne).sorted().toList();
    } catch (IOException e) {
      throw new ResultFormatException(directory + " cannot be read: " + FileReason.of(e) + ".", e);
    }
    List<HostTable> hosts = new ArrayList<>();
    for (Path file : files) {
      hosts.add(new HostCsvReader(file).read());
    }
    return List.copyOf(hosts);
  }

  private static boolean isOne(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  private HostTable read() throws ResultFormatException {
    CsvTable table = CsvTable.read(file);
    int at = table.column(HostColumns.AT);
    for (String column : KNOWN.subList(0, KNOWN.indexOf(HostColumns.CLIENTS) + 1)) {
      table.column(column);
    }
    List<Sample> samples = new ArrayList<>();
    for (int row = 0; row < table.rows().size(); row++) {
      List<String> cells = table.rows().get(row);
      try {
        check(table.header(), cells);
        samples.add(new Sample(instant(cells.get(at)), cells));
      } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
        throw table.damaged(row, String.valueOf(e.getMessage()), e);
      }
    }
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
