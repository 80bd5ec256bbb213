package io.kvbench.results.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reader that follows {@code intervals.csv} or {@code host-<node>.csv} during the run: each call
 * returns the rows written since the previous one. An incomplete row is returned by a later call.
 * For one thread.
 */
public final class CsvTail {
  /** The maximum read with one call; a run writes less than this in many minutes. */
  private static final int MOST_BYTES = 1 << 20;

  private final Path file;
  private List<String> header = List.of();
  private long position;

  /** Follows a file, which need not be there yet. */
  public CsvTail(Path file) {
    this.file = file;
  }

  /** Returns the next rows, if any: cells by their columns, without empty ones. */
  public List<Map<String, String>> next() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines()) {
      List<String> cells = CsvTable.cells(line);
      if (header.isEmpty()) {
        header = cells;
      } else {
        rows.add(row(cells));
      }
    }
    return rows;
  }

  private Map<String, String> row(List<String> cells) {
    Map<String, String> row = new LinkedHashMap<>();
    for (int column = 0; column < Math.min(header.size(), cells.size()); column++) {
      if (!cells.get(column).isEmpty()) {
        row.put(header.get(column), cells.get(column));
      }
    }
    return row;
  }

  private List<String> lines() throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MOST_BYTES, channel.size() - position));
      int read = channel.read(bytes, position);
      int end = read;
      while (end > 0 && bytes.get(end - 1) != '\n') {
        end--;
      }
      if (end <= 0) {
        return List.of();
      }
      position += end;
      return new String(bytes.array(), 0, end, StandardCharsets.UTF_8).lines().toList();
    }
  }
}
