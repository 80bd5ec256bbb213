package io.kvbench.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.operation.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of traces with valid checksums and invalid contents, which opening rejects. */
class ContradictoryTraceTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("trace.kvt");
  }

  /** Writes a trace of blocks of operations with valid checksums. */
  private void write(byte[]... blocks) throws IOException {
    TraceHeader header = new TraceHeader("test", Instant.EPOCH, false);
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(TraceBlock.encode(TraceBlock.FILE, header.encode(), new ByteArrayOutputStream()));
      for (byte[] block : blocks) {
        out.write(block);
      }
    }
  }

  private static byte[] block(ByteArrayOutputStream body, long... head) {
    return TraceBlock.encode(TraceBlock.OPERATIONS, numbers(head), body);
  }

  private static ByteArrayOutputStream numbers(long... all) {
    ByteArrayOutputStream numbers = new ByteArrayOutputStream();
    for (long number : all) {
      Varints.put(numbers, number);
    }
    return numbers;
  }

  private static ByteArrayOutputStream readsAt(long first, long... micros) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    EntryCodec codec = new EntryCodec(first);
    for (long at : micros) {
      codec.put(
          body, new TraceEntry(Traces.read("a"), at, at, Optional.of(Outcome.OK), TracedPart.NONE));
    }
    return body;
  }

  /** Session, count, first, length, peak; number of types, the type and its count; the rest. */
  @Test
  void whatNoVersionWritesIsRefusedWithItsPlace() throws Exception {
    ByteArrayOutputStream body = readsAt(5, 5);
    write(block(body, 0, 1, 5, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1));
    assertThat(TraceFile.open(file).operations()).isEqualTo(1);

    write(block(body, 0, 1, Long.MAX_VALUE, 9, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1));
    assertThatThrownBy(() -> TraceFile.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("the block at byte \\d+: its operations have a negative time");

    write(block(body, 0, 2, 5, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1));
    assertThatThrownBy(() -> TraceFile.open(file))
        .hasMessageEndingWith("its numbers of operations contradict each other");

    write(block(body, 0, 1, 5, 0, 1, 1, 2, 1, 1, 1, 4, 4, 1L << 40, 1));
    assertThatThrownBy(() -> TraceFile.open(file))
        .hasMessageEndingWith("its numbers of operations contradict each other");

    write(block(body, 0, 1, 5, 0, 1, 1, TraceCodes.TYPES.size(), 1, 1, 0, 0, 0, 0, 1));
    assertThatThrownBy(() -> TraceFile.open(file))
        .hasMessageEndingWith("use a later version of kvbench");
  }

  @Test
  void operationsThatContradictTheirHeadAreRefused() throws Exception {
    String contradiction = "its operations are not those that it is said to have";
    ByteArrayOutputStream reads = readsAt(5, 5, 14);
    write(block(reads, 0, 2, 5, 9, 1, 1, 1, 2, 1, 0, 0, 0, 0, 1));
    assertThat(TraceFile.open(file).operations()).isEqualTo(2);

    long[][] heads = {
      {0, 1, 5, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1},
      {0, 2, 5, 8, 1, 1, 1, 2, 1, 0, 0, 0, 0, 1},
      {0, 2, 5, 9, 1, 1, 2, 2, 1, 0, 0, 0, 0, 1},
      {0, 2, 5, 9, 1, 1, 1, 2, 2, 0, 0, 0, 0, 1},
      {0, 2, 5, 9, 1, 1, 1, 2, 1, 1, 3, 3, 3, 1},
      {0, 2, 5, 9, 1, 1, 1, 2, 1, 0, 0, 0, 0, 2},
    };
    for (long[] head : heads) {
      write(block(reads, head));
      assertThatThrownBy(() -> TraceFile.open(file)).hasMessageEndingWith(contradiction);
    }

    write(block(reads, 0, 3, 5, 9, 1, 1, 1, 3, 1, 0, 0, 0, 0, 1));
    assertThatThrownBy(() -> TraceFile.open(file)).hasMessageEndingWith("is cut off");

    write(block(readsAt(0, 1L << 60), 0, 1, 5, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1));
    assertThatThrownBy(() -> TraceFile.open(file)).hasMessageEndingWith(contradiction);
  }

  @Test
  void blocksOfASessionThatContradictEachOtherAreRefused() throws Exception {
    byte[] first = block(readsAt(5, 5, 14), 0, 2, 5, 9, 1, 1, 1, 2, 1, 0, 0, 0, 0, 1);
    byte[] next = block(readsAt(13, 13), 0, 1, 13, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1);
    byte[] other = block(readsAt(13, 13), 1, 1, 13, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1);
    write(first, other);
    assertThat(TraceFile.open(file).sessions()).hasSize(2);

    write(first, next);
    assertThatThrownBy(() -> TraceFile.open(file))
        .hasMessageEndingWith("it begins before the end of the block before of its session");

    write(next);
    assertThatThrownBy(() -> TraceFile.open(file))
        .hasMessage("session 0 had no operation in flight");
  }

  @Test
  void recordsThatContradictTheirHeadAreRefused() throws Exception {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {1, 'k', 4, 1});
    write(TraceBlock.encode(TraceBlock.RECORDS, numbers(1, 1, 3), body));
    assertThat(TraceFile.open(file).recordsBefore()).isEqualTo(1);

    for (long[] head : new long[][] {{1, 0, 3}, {1, 1, 4}, {0, 0, 0}}) {
      write(TraceBlock.encode(TraceBlock.RECORDS, numbers(head), body));
      assertThatThrownBy(() -> TraceFile.open(file))
          .hasMessageEndingWith("its records are not those that it is said to have");
    }

    write(TraceBlock.encode(TraceBlock.RECORDS, numbers(2, 2, 3), body));
    assertThatThrownBy(() -> TraceFile.open(file)).hasMessageEndingWith("is cut off");
  }
}
