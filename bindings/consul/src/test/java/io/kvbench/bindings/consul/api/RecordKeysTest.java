package io.kvbench.bindings.consul.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.Key;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordKeysTest {
  private final RecordKeys keys = RecordKeys.ofConsul("kvbench/");

  @ParameterizedTest
  @CsvSource({
    "user0000123, user0000123",
    "a/b, a%2Fb",
    "../x, %2E%2E%2Fx",
    "a b?c#d%e, a%20b%3Fc%23d%25e",
    "é, %C3%A9",
    "ÿ, %C3%BF"
  })
  void escapesWhatAUrlCannotHold(String key, String escaped) {
    assertThat(keys.of(Key.of(key))).asString(StandardCharsets.US_ASCII).isEqualTo(escaped);
  }

  @Test
  void namesEveryCharacterOrRefusesIt() {
    for (int character = 0; character < 256; character++) {
      Key key = Key.of("x" + (char) character);
      byte[] escaped = keys.of(key);
      boolean refused = Character.isISOControl(character) || character == 160 || character == 173;
      assertThat(escaped == null).describedAs("character %d", character).isEqualTo(refused);
      assertThat(keys.text(key)).isEqualTo(refused ? null : "kvbench/" + key);
      if (escaped != null) {
        String text = new String(escaped, StandardCharsets.US_ASCII).replace("+", "%2B");
        assertThat(URLDecoder.decode(text, StandardCharsets.UTF_8)).isEqualTo(key.toString());
      }
    }
  }

  @Test
  void escapesThePrefix() {
    assertThat(new String(keys.escapedPrefix(), StandardCharsets.US_ASCII)).isEqualTo("kvbench%2F");
    assertThat(RecordKeys.ofConsul("").escapedPrefix()).isEmpty();
  }
}
