package io.kvbench.bindings.consul.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentQueriesTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {"[]|0", "[\"a\"]|1", "[\"a\",\"b, c\"]|2", "[\"a\\\"b\",\"c\\\\\",\"\\\\\\\"\"]|3"})
  void countsTextsWhateverIsInThem(String json, long count) throws Exception {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    assertThat(AgentQueries.countTexts(new ByteArrayInputStream(bytes))).isEqualTo(count);
  }
}
