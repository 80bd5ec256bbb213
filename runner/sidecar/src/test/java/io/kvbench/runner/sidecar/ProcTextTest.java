package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProcTextTest {
  private static final byte[] VOLUNTARY = ProcText.label("voluntary_ctxt_switches:");
  private static final byte[] INVOLUNTARY = ProcText.label("nonvoluntary_ctxt_switches:");

  @Test
  void wordsAndNumbersOfALineEndWithIt() throws IOException {
    ProcText text = text(" 253  0 vda 17 3\nnext -5\n");
    text.skip(2);
    assertThat(text.word()).isEqualTo("vda");
    assertThat(text.number()).isEqualTo(17);
    text.skip(1);
    assertThat(text.word()).isEmpty();
    assertThatThrownBy(text::number).isInstanceOf(IOException.class);
    text.nextLine();
    assertThat(text.word()).isEqualTo("next");
    assertThatThrownBy(text::number).as("no number has a sign").isInstanceOf(IOException.class);
    text.nextLine();
    assertThat(text.hasMore()).isFalse();
    assertThat(text.word()).isEmpty();
  }

  @Test
  void aNameMayHaveParenthesesOfItsOwnAndAnyLetters() throws IOException {
    ProcText text = text("12 (a) (b\n\u00e4) S 7 8\n");
    assertThat(text.between('(', ')')).isEqualTo("a) (b\n\u00e4");
    assertThat(text.word()).isEqualTo("S");
    assertThat(text.number()).isEqualTo(7);
    assertThatThrownBy(() -> text("12 (a").between('(', ')')).hasMessageContaining(")");
    assertThatThrownBy(() -> text("12 a)").between('(', ')')).hasMessageContaining("(");
  }

  @Test
  void anInterfaceMayStandRightBeforeItsFirstNumber() throws IOException {
    ProcText text = text("  eth0:17 4\n");
    assertThat(text.until(':')).isEqualTo("eth0");
    assertThat(text.number()).isEqualTo(17);
  }

  @Test
  void labelsAreFoundAtTheBeginningOfLinesOnly() throws IOException {
    ProcText text = text("MemTotal:  12 kB\nSwapCached: 3 kB\nCached: 5 kB\n");
    assertThat(text.number(ProcText.label("MemTotal:"))).isEqualTo(12);
    assertThat(text.number(ProcText.label("Cached:"))).isEqualTo(5);
    assertThatThrownBy(() -> text.number(ProcText.label("MemTotal:")))
        .as("passed already")
        .hasMessageContaining("MemTotal:");
  }

  @Test
  void labelsAreFoundFromTheEndWhateverFollowsThem() throws IOException {
    String switches = "voluntary_ctxt_switches:\t41\nnonvoluntary_ctxt_switches:\t7\n";
    for (String status : new String[] {switches, "Name:\tx\n" + switches + "Newer:\t1\nLast:\n"}) {
      ProcText text = text(status).fromEnd();
      assertThat(text.numberBefore(INVOLUNTARY)).isEqualTo(7);
      assertThat(text.numberBefore(VOLUNTARY)).isEqualTo(41);
      assertThatThrownBy(() -> text.numberBefore(VOLUNTARY)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> text("").fromEnd().numberBefore(VOLUNTARY))
        .isInstanceOf(IOException.class);
  }

  @Test
  void theLargestNumberIsRead() throws IOException {
    assertThat(text(Long.MAX_VALUE + " ").number()).isEqualTo(Long.MAX_VALUE);
  }

  private static ProcText text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new ProcText().of(bytes, bytes.length);
  }
}
