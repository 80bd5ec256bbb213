package io.kvbench.host.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
  private static final StrictJson JSON = new StrictJson(100);

  sealed interface Said {
    record Word(String text, int times) implements Said {}

    sealed interface Timed extends Said {
      record Now(Instant at, OptionalInt index) implements Timed {}
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void recordsComeBackAsTheyWere() throws Exception {
    Said.Word word = new Said.Word("ß", 2);

    assertThat(JSON.read(JSON.bytes(word), Said.Word.class)).isEqualTo(word);
    assertThat(JSON.text(word)).isEqualTo("{\"text\":\"ß\",\"times\":2}");
  }

  @Test
  void messagesHaveTheNamesOfTheirRecordsHoweverDeepTheyAre() throws Exception {
    Said.Timed.Now now = new Said.Timed.Now(Instant.ofEpochSecond(1, 5), OptionalInt.empty());

    assertThat(JSON.message(JSON.message(now), Said.class)).isEqualTo(now);
    assertThat(StrictJson.records(Said.class)).containsOnlyKeys("Word", "Now");
    assertThatThrownBy(() -> JSON.message(bytes("{\"type\":\"Timed\"}"), Said.class))
        .hasMessage("unknown message 'Timed'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{\"text\":\"a\"}",
        "{\"text\":null,\"times\":1}",
        "{\"text\":\"a\",\"times\":null}",
        "{\"text\":\"a\",\"times\":\"1\"}",
        "{\"text\":1,\"times\":1}",
        "{\"text\":\"a\",\"times\":1.5}",
        "{\"text\":\"a\",\"times\":1,\"more\":1}",
        "{\"text\":\"a\",\"text\":\"a\",\"times\":1}",
        "{\"text\":\"a\",\"times\":1} 2",
        "{\"text\":\"a\",\"times\":NaN}",
        "{'text':'a','times':1}",
        "[[[[[[[[[[]]]]]]]]]]",
      })
  void whatIsNoSuchRecordIsRefusedOnOneLine(String document) {
    assertThatThrownBy(() -> JSON.read(bytes(document), Said.Word.class))
        .isInstanceOf(IOException.class)
        .hasMessageNotContaining("\n");
  }

  @Test
  void lengthsAreLimited() {
    String secret = "s".repeat(101);
    for (String document :
        new String[] {"\"" + secret + "\"", "{\"" + "n".repeat(257) + "\":1}", "1".repeat(33)}) {
      assertThatThrownBy(() -> JSON.parse(bytes(document)))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("not JSON")
          .hasMessageNotContaining(secret);
    }
  }

  @Test
  void otherVersionsMaySayMoreAndLess() throws Exception {
    byte[] later = bytes("{\"type\":\"Now\",\"index\":1,\"more\":1}");

    assertThat(JSON.messageOfAnyVersion(later, Said.class))
        .isEqualTo(new Said.Timed.Now(null, OptionalInt.of(1)));
    assertThatThrownBy(() -> JSON.message(later, Said.class)).isInstanceOf(IOException.class);
  }
}
