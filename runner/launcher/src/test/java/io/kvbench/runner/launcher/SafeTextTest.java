package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {
  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x07, 0x08, 0x0d, 0x1b, 0x7f, 0x9b, 0x202e, 0x2028, 0x2029, 0xfeff})
  void whatControlsATerminalIsEscaped(int harmful) {
    assertThat(SafeText.text("in /opt/" + (char) harmful + "[2Jjava"))
        .isEqualTo(String.format("in /opt/\\u%04x[2Jjava", harmful));
  }

  @Test
  void linesTabsAndLettersOfAnyLanguageStay() {
    String text = "kvbench: Java 21\n\tin /opt/\u00e4\u20ac\ud83d\ude00 $1 \\";

    assertThat(SafeText.text(text)).isEqualTo(text);
  }

  @Test
  void messagesArePrintedPlain() {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      SafeText.print("cannot run \u001b]0;title\u0007");
    } finally {
      System.setErr(before);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualTo("cannot run \\u001b]0;title\\u0007" + System.lineSeparator());
  }
}
