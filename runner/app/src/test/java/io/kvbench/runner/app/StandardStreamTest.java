package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.terminal.StandardStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardStreamTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final StandardStream stream = new StandardStream(written, StandardCharsets.UTF_8);

  @Test
  void controlCharactersBecomeEscapes() {
    assertThat(printed("x\u001B[31m=1")).isEqualTo("x\\u001b[31m=1");
    assertThat(printed("\u0000\u0007\b\r\u007F\u009B2J"))
        .isEqualTo("\\u0000\\u0007\\u0008\\u000d\\u007f\\u009b2J");
    assertThat(printed("a\u202Eb\u2066c\u200Fd\u2028e\uFEFF"))
        .isEqualTo("a\\u202eb\\u2066c\\u200fd\\u2028e\\ufeff");
    assertThat(printed("\uDB40\uDC41")).isEqualTo("\\udb40\\udc41");
  }

  @Test
  void textIsWrittenAsItIs() {
    String text = "  - schlüssel 鍵 \uD83D\uDD11:\t100 %\n\n$1 \\ \\u0041";

    assertThat(printed(text)).isEqualTo(text);
    assertThat(printed("a\r\nb")).isEqualTo("a\r\nb");
  }

  @Test
  void coloursPassWhereTheyAreAskedForAndNothingElse() {
    stream.coloured().print("\u001B[1;38;5;33mVALID\u001B[0m \u001B[2J\u001B]0;title\u0007");
    stream.coloured().flush();

    assertThat(written.toString(StandardCharsets.UTF_8))
        .isEqualTo("\u001B[1;38;5;33mVALID\u001B[0m \\u001b[2J\\u001b]0;title\\u0007");
    assertThat(printed("\u001B[31m")).isEqualTo("\\u001b[31m");
  }

  @Test
  void bothKeepTheirOrderAndALineIsThereAtOnce() {
    stream.plain().print("a");
    stream.coloured().print("b");
    stream.plain().println("c");

    assertThat(written.toString(StandardCharsets.UTF_8)).isEqualTo("abc\n");
  }

  @Test
  void messagesShowNoPasswords() {
    stream.messages().println("connecting to user:geheim@host:1 failed\u001B[31m");

    assertThat(written.toString(StandardCharsets.UTF_8))
        .isEqualTo("connecting to user:********@host:1 failed\\u001b[31m\n");
  }

  @Test
  void whatTheTerminalCannotShowIsAQuestionMark() {
    StandardStream ascii = new StandardStream(written, StandardCharsets.US_ASCII);

    ascii.plain().println("µ\u0085");

    assertThat(written.toString(StandardCharsets.US_ASCII)).isEqualTo("?\\u0085\n");
  }

  @Test
  void theFirstFailureIsKeptAndEndsTheWriting() {
    FullDisk disk = new FullDisk();
    StandardStream full = new StandardStream(disk, StandardCharsets.UTF_8);
    assertThat(full.failure()).isEmpty();

    full.plain().println("one");
    full.coloured().println("two");
    full.control("\r");

    assertThat(full.failure()).hasValueSatisfying(e -> assertThat(e).hasMessage("full 1"));
    assertThat(full.plain().checkError()).isTrue();
    assertThat(disk.failures).isEqualTo(1);
  }

  @Test
  void aFailureOfTheLastFlushIsSeen() {
    StandardStream full = new StandardStream(new FullDisk(), StandardCharsets.UTF_8);

    full.plain().print("no end of line");

    assertThat(full.failure()).isPresent();
  }

  private String printed(String text) {
    written.reset();
    stream.plain().print(text);
    stream.plain().flush();
    return written.toString(StandardCharsets.UTF_8);
  }

  private static final class FullDisk extends OutputStream {
    private int failures;

    @Override
    public void write(int b) throws IOException {
      throw new IOException("full " + ++failures);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      write(0);
    }
  }
}
