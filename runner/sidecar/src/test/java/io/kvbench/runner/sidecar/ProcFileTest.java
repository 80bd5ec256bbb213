package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcFileTest {
  private static final byte[] LAST = ProcText.label("last:");

  @TempDir private Path directory;

  /**
   * The status of a process in very many groups, and the interfaces of a host of very many
   * containers.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 700, 8_183, 8_184, 8_185, 20_000, 300_000})
  void filesOfAnyLengthAreReadToTheirEnd(int filled) throws IOException {
    Path file = directory.resolve("status");
    Files.writeString(file, "first: 1\n" + "x".repeat(filled) + "\nlast: 123456789\n");
    ProcFile reader = new ProcFile();

    assertThat(reader.readOnce(file.toString()).fromEnd().numberBefore(LAST)).isEqualTo(123456789);
    try (KernelFile kept = new KernelFile(file.toString(), reader, true)) {
      assertThat(kept.read().fromEnd().numberBefore(LAST)).isEqualTo(123456789);
      assertThat(kept.readAll().number(LAST)).isEqualTo(123456789);
    }
  }

  @Test
  void aShorterTextHasNothingOfTheOneBefore() throws IOException {
    Path first = Files.writeString(directory.resolve("first"), "last: 1\nlast: 2\n");
    Path second = Files.writeString(directory.resolve("second"), "last: 3\n");
    ProcFile reader = new ProcFile();
    reader.readOnce(first.toString());

    ProcText text = reader.readOnce(second.toString()).fromEnd();

    assertThat(text.numberBefore(LAST)).isEqualTo(3);
    assertThat(text.fromEnd().hasMore()).isFalse();
  }
}
