package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {

  @Test
  void nothingATerminalWouldObeyGetsThrough() {
    assertThat(PlainText.of("\u001B[2J\u001B[1;31mred\u001B[0m")).isEqualTo("red");
    assertThat(PlainText.of("\u001B]0;new title\u0007after")).isEqualTo("after");
    assertThat(PlainText.of("\u009B31mred")).isEqualTo("red");
    assertThat(PlainText.of("a\r\nb\tc\u0000d\u0007\u007Fe\u0085f")).isEqualTo("a b c d e f");
    assertThat(PlainText.of("left\u202Eright\u2066\u2028down")).isEqualTo("left right down");
    assertThat(PlainText.of("half \uD83D of a pair")).isEqualTo("half of a pair");
  }

  @Test
  void lettersOfAnyScriptStay() {
    assertThat(PlainText.of("  schlüssel 鍵 \uD83D\uDD11 ")).isEqualTo("schlüssel 鍵 \uD83D\uDD11");
  }

  @Test
  void asciiHasALikenessForEverySignOfAReport() {
    assertThat(PlainText.ascii("µ×–│█▓▒░·◂▏▌")).isEqualTo("ux-|#%+-.<.:");
    assertThat(PlainText.ascii("鍵 \uD83D\uDD11")).isEqualTo("? ?");
  }

  @Test
  void linesBreakBetweenWordsAndNotBehindNumbers() {
    assertThat(PlainText.wrap("one two three", 9)).containsExactly("one two", "three");
    assertThat(PlainText.wrap("it took 91 ms", 11)).containsExactly("it took", "91 ms");
    assertThat(PlainText.wrap("abcdefghij", 4)).containsExactly("abcd", "efgh", "ij");
    assertThat(PlainText.wrap("1 2 3 4 5", 5)).containsExactly("1 2 3", "4 5");
    assertThat(PlainText.wrap("", 4)).containsExactly("");
  }
}
