package io.kvbench.reports.files;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One {@code host-<name>.csv}: what a server or kvbench used, and what its host did, sample by
 * sample.
 *
 * @param name as it stands in the file's name
 * @param samples in their order; one that was not taken is not there
 */
public record StoredHost(String name, List<Sample> samples) {
  private static final String PREFIX = "host-";
  private static final String SUFFIX = ".csv";

  public StoredHost {
    samples = List.copyOf(samples);
  }

  /**
   * One row. What is counted is what there was of it since the sample before, and empty where that
   * is not known.
   *
   * @param at when it was taken
   * @param cpuPercent of the process; 100 is one core
   * @param residentBytes memory of the process
   * @param readBytes what the process made the system read from disks
   * @param writtenBytes likewise to disks
   * @param hostSectorsRead of all disks of the host; a sector has 512 bytes
   * @param hostSectorsWritten likewise
   * @param hostReceivedBytes of all network interfaces of the host
   * @param hostSentBytes likewise
   */
  public record Sample(
      Instant at,
      OptionalDouble cpuPercent,
      OptionalDouble residentBytes,
      OptionalDouble readBytes,
      OptionalDouble writtenBytes,
      OptionalDouble hostSectorsRead,
      OptionalDouble hostSectorsWritten,
      OptionalDouble hostReceivedBytes,
      OptionalDouble hostSentBytes) {}

  /** Returns whether the file of a process of this name is the one that was read. */
  public boolean isOf(String process) {
    return name.equals(ResultDirectory.safe(process));
  }

  /**
   * Reads all of them, by name; none where nobody looked at hosts.
   *
   * @throws ResultFormatException if one is damaged
   */
  public static List<StoredHost> readAll(Path directory) throws ResultFormatException {
    List<StoredHost> hosts = new ArrayList<>();
    for (Path file : files(directory)) {
      String fileName = file.getFileName().toString();
      String name = fileName.substring(PREFIX.length(), fileName.length() - SUFFIX.length());
      hosts.add(new StoredHost(name, samples(CsvTable.read(file))));
    }
    return List.copyOf(hosts);
  }

  private static List<Path> files(Path directory) throws ResultFormatException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(file -> file.getFileName().toString().startsWith(PREFIX))
          .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new ResultFormatException(
          directory + " cannot be read: " + e.getMessage() + ". Check its permissions.", e);
    }
  }

  private static List<Sample> samples(CsvTable table) throws ResultFormatException {
    int at = table.column("UNIX-NANOSECOND");
    int cpu = table.column("CPU");
    int resident = table.column("VMRSS");
    int read = table.column("READ-BYTES-DELTA");
    int written = table.column("WRITE-BYTES-DELTA");
    int sectorsRead = table.column("SECTORS-READ-DELTA");
    int sectorsWritten = table.column("SECTORS-WRITTEN-DELTA");
    int received = table.column("RECEIVE-BYTES-DELTA");
    int sent = table.column("TRANSMIT-BYTES-DELTA");
    List<Sample> samples = new ArrayList<>();
    for (int row = 0; row < table.rows().size(); row++) {
      List<String> cells = table.rows().get(row);
      try {
        samples.add(
            new Sample(
                instant(cells.get(at)),
                number(cells.get(cpu)),
                number(cells.get(resident)),
                number(cells.get(read)),
                number(cells.get(written)),
                number(cells.get(sectorsRead)),
                number(cells.get(sectorsWritten)),
                number(cells.get(received)),
                number(cells.get(sent))));
      } catch (ArithmeticException | IllegalArgumentException e) {
        throw table.damaged(row, "a cell is not a number", e);
      }
    }
    return samples;
  }

  private static Instant instant(String nanos) {
    BigDecimal[] parts =
        new BigDecimal(nanos).divideAndRemainder(BigDecimal.valueOf(1_000_000_000L));
    return Instant.ofEpochSecond(parts[0].longValueExact(), parts[1].longValueExact());
  }

  private static OptionalDouble number(String cell) {
    if (cell.isEmpty()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(new BigDecimal(cell).doubleValue());
  }
}
