package io.kvbench.results.directory;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The samples in one {@code host-<node>.csv}, of a server or kvbench and of its host.
 *
 * @param name the process as the name of the file has it; {@link #CLIENT} is kvbench itself
 * @param columns their names
 * @param samples in their order
 */
public record HostTable(String name, List<String> columns, List<Sample> samples) {
  public static final String CLIENT = "client";

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

  /** Returns a cell, which may be empty; empty too where there is no such column. */
  public String cell(Sample sample, String column) {
    int index = columns.indexOf(column);
    return index < 0 ? "" : sample.cells().get(index);
  }

  /** Returns a figure; empty where it is not known. */
  public OptionalDouble figure(Sample sample, String column) {
    String cell = cell(sample, column);
    return cell.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(cell));
  }
}
