package io.kvbench.core.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.operation.ReadConsistency;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
  private static final int CLIENTS = 3;
  private static final int OPERATIONS = 1200;

  @TempDir Path directory;

  private Path written() throws IOException {
    Path path = directory.resolve("history.bin");
    try (HistoryWriter writer = HistoryWriter.open(path, 0)) {
      for (int client = 0; client < CLIENTS; client++) {
        HistoryRecorder recorder = writer.recorder(client);
        for (int count = 0; count < OPERATIONS; count++) {
          read(recorder, count);
        }
        recorder.flush();
      }
    }
    return path;
  }

  private static void read(HistoryRecorder recorder, int count) {
    recorder.record(
        HistoryKind.READ,
        HistoryStatus.OK,
        ReadConsistency.DEFAULT,
        count,
        count + 1,
        count % 17,
        ValueIdentity.LOADED,
        count);
  }

  private static int records(HistoryFile file) throws IOException {
    int[] records = new int[1];
    file.forEach(block -> records[0] += block.count());
    return records[0];
  }

  @Test
  void everythingIsReadBack() throws IOException {
    HistoryFile file = HistoryFile.open(written());

    assertThat(file.dropped()).as("before the first pass").isEqualTo(-1);
    assertThat(records(file)).isEqualTo(CLIENTS * OPERATIONS);
    assertThat(file.damage()).isEmpty();
    assertThat(file.dropped()).isZero();
  }

  @Test
  void aFileOfAKilledProcessIsReadUpToItsEnd() throws IOException {
    Path path = written();
    byte[] bytes = Files.readAllBytes(path);
    int frame = HistoryFormat.FRAME_HEAD + HistoryBlock.WORDS * Long.BYTES;
    for (int length : new int[] {24, 30, 40, 41, 24 + frame - 1, 24 + frame, bytes.length - 1}) {
      Files.write(path, Arrays.copyOf(bytes, length));

      HistoryFile file = HistoryFile.open(path);

      assertThat(records(file))
          .as("%d bytes", length)
          .isEqualTo(
              length < 24 + frame
                  ? 0
                  : length < 24 + 2 * frame ? HistoryBlock.RECORDS : CLIENTS * OPERATIONS);
      assertThat(file.damage()).isNotEmpty();
      assertThat(file.dropped()).isEqualTo(-1);
    }
  }

  @Test
  void aDamagedFrameEndsTheFile() throws IOException {
    Path path = written();
    byte[] bytes = Files.readAllBytes(path);
    int frame = HistoryFormat.FRAME_HEAD + HistoryBlock.WORDS * Long.BYTES;
    for (int at : new int[] {0, 5, 9, 14, 20, 1000}) {
      byte[] damaged = bytes.clone();
      damaged[24 + frame + at] ^= 4;
      Files.write(path, damaged);

      HistoryFile file = HistoryFile.open(path);

      assertThat(records(file)).isEqualTo(HistoryBlock.RECORDS);
      assertThat(file.damage()).isEqualTo("the frame at byte %d is damaged", 24 + frame);
    }
  }

  @Test
  void foreignFilesAreRejected() throws IOException {
    Path path = directory.resolve("history.bin");
    Files.write(path, "no history, but more than 24 bytes".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> HistoryFile.open(path))
        .isInstanceOf(IOException.class)
        .hasMessage("it is not a history of kvbench");
    Files.write(path, new byte[0]);
    assertThatThrownBy(() -> HistoryFile.open(path)).hasMessage("it is not a history of kvbench");

    byte[] bytes = Files.readAllBytes(written());
    bytes[8] = 9;
    Files.write(path, bytes);
    assertThatThrownBy(() -> HistoryFile.open(path))
        .hasMessage("the head of the history is damaged");
  }

  @Test
  void nothingIsDroppedWhileRecordersMayWait() throws IOException {
    Path path = directory.resolve("history.bin");
    int clients = 5000;
    try (HistoryWriter writer = HistoryWriter.open(path, 0, 1)) {
      List<HistoryRecorder> recorders =
          IntStream.range(0, clients).mapToObj(writer::recorder).toList();
      recorders.forEach(recorder -> read(recorder, 1));
      writer.letWait(true);
      recorders.forEach(HistoryRecorder::flush);
    }

    HistoryFile file = HistoryFile.open(path);
    assertThat(records(file)).isEqualTo(clients);
    assertThat(file.dropped()).isZero();
  }

  @Test
  void anOperationWithManyPartsFitsWhereThereAreManyClients() throws IOException {
    Path path = directory.resolve("history.bin");
    int parts = 300;
    try (HistoryWriter writer = HistoryWriter.open(path, 0)) {
      HistoryRecorder recorder = writer.recorder(100_000);
      read(recorder, 1);
      recorder.recordHead(
          HistoryKind.READ_TRANSACTION, HistoryStatus.OK, ReadConsistency.DEFAULT, 2, 3, 0, parts);
      for (int part = 0; part < parts; part++) {
        recorder.part(HistoryKind.PART_READ, part, ValueIdentity.LOADED, 1);
      }
      recorder.flush();
    }

    assertThat(records(HistoryFile.open(path))).isEqualTo(1 + 1 + parts);
  }

  @Test
  void aSlowWriterDropsBlocks() throws IOException {
    Path path = directory.resolve("history.bin");
    long dropped;
    try (HistoryWriter writer = HistoryWriter.open(path, 0, 1)) {
      HistoryRecorder recorder = writer.recorder(7);
      do {
        for (int count = 0; count < HistoryBlock.RECORDS + 1; count++) {
          read(recorder, count);
        }
      } while (writer.dropped() == 0);
      dropped = writer.dropped();
    }

    HistoryFile file = HistoryFile.open(path);
    records(file);

    assertThat(file.droppedByClient()).isEqualTo(Map.of(7, dropped));
    assertThat(file.dropped()).isEqualTo(dropped);
  }

  @Test
  void columnsAreTheSameInOnePartitionAndInMany() throws IOException {
    HistoryFile file = HistoryFile.open(written());
    KeyColumns all = KeyColumns.read(file, KeyPartition.of(file, 1L << 30).getFirst());
    int records = 0;
    int keys = 0;
    for (KeyPartition partition : KeyPartition.of(file, 60_000)) {
      KeyColumns some = KeyColumns.read(file, partition);
      records += some.count();
      keys += some.keys();
      assertThat(some.count()).isLessThan(1001);
      for (int position = 1; position < some.count(); position++) {
        int before = some.record(position - 1);
        int after = some.record(position);
        assertThat(some.keyOf(before) != some.keyOf(after) || before < after).isTrue();
        assertThat(some.keyOf(after)).isEqualTo(some.version(after) % 17);
        assertThat(some.client(after)).isBetween(0, CLIENTS - 1);
      }
    }

    assertThat(records).isEqualTo(all.count()).isEqualTo(CLIENTS * OPERATIONS);
    assertThat(keys).isEqualTo(all.keys()).isEqualTo(17);
  }
}
