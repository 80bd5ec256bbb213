package io.kvbench.bindings.consul.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangesTest {
  private static final String THREE =
      """
      [{"LockIndex":0,"Key":"p/a","Flags":0,"Value":"eA==","CreateIndex":7,"ModifyIndex":7},
       {"LockIndex":0,"Key":"p/\\u003cb","Flags":0,"Value":null,"CreateIndex":8,"ModifyIndex":8},
       {"Value":"eA==","More":{"Key":["p/z"]},"Key":"p/c"}]
      """;

  /** Returns a body between bytes that do not belong to it. */
  private static ByteBuffer body(String text) {
    byte[] bytes = ("[]" + text + "[]").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(bytes, 2, bytes.length - 4);
  }

  @ParameterizedTest
  @CsvSource({"p/, 100, 3", "p/, 2, 2", "p/a, 100, 3", "p/b, 100, 1", "p/c, 1, 1", "p/d, 9, 0"})
  void takesRecordsFromTheStartOnUpToTheLimit(String start, int limit, int count)
      throws IOException {
    String inOrder = THREE.replace("\\u003cb", "aa");
    assertThat(Ranges.count(body(inOrder), start, limit)).isEqualTo(count);
  }

  @Test
  void readsWhatIsEscaped() throws IOException {
    assertThat(Ranges.count(body(THREE), "p/<b", 100)).isEqualTo(3);
    assertThat(Ranges.count(body(THREE), "p/<c", 100)).isEqualTo(2);
  }

  @Test
  void countsKeysAlone() throws IOException {
    assertThat(Ranges.count(body("[\"p/a\", \"p/b\"]"), "", Integer.MAX_VALUE)).isEqualTo(2);
    assertThat(Ranges.count(body("[]"), "", Integer.MAX_VALUE)).isZero();
  }

  private static HttpAnswer answer(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new HttpAnswer(HttpAnswer.OK, 9, true, bytes, bytes.length);
  }

  private static Answer.Found found(String value, long index) {
    return new Answer.Found(Optional.of(Value.of(value.getBytes(StandardCharsets.UTF_8))), index);
  }

  @Test
  void passesRecordsOnIfTheyAreNeeded() throws Exception {
    Answer all = new Answer(true);
    Ranges.listed(ConsulDialect.CONSUL, answer(THREE), "p/", "p/<b", 2, all);
    assertThat(all.records()).hasValue(2);
    assertThat(all.contents()).containsOnlyKeys("a", "<b").containsEntry("<b", found("", 8));

    Answer keys = new Answer(true);
    Ranges.listed(ConsulDialect.CONSUL, answer("[\"p/a\"]"), "p/", "", 2, keys);
    assertThat(keys.contents()).containsEntry("a", found("", 0));

    Answer unneeded = new Answer();
    Ranges.listed(ConsulDialect.CONSUL, answer(THREE), "p/", "", 9, unneeded);
    assertThat(unneeded.records()).hasValue(3);
    assertThat(unneeded.contents()).isEmpty();
  }

  @Test
  void passesTheRecordsOfAReadTransactionOn() throws Exception {
    String results =
        """
        {"Results":[{"KV":{"Key":"p/a","Value":"eA==","ModifyIndex":7}},
         {"KV":{"ModifyIndex":8,"Key":"p/b","Value":null}}],"Errors":null,"Index":9}
        """;
    Answer read = new Answer(true);
    ConsulAnswers.readTogether(answer(results), List.of(Key.of("a"), Key.of("b")), read);
    assertThat(read.records()).hasValue(2);
    assertThat(read.contents()).containsEntry("a", found("x", 7)).containsEntry("b", found("", 8));
  }

  /** A record that was only checked is older. */
  @Test
  void theVersionOfATransactionIsThatOfItsWrites() throws Exception {
    String results =
        """
        {"Results":[{"KV":{"Key":"a","Value":null,"ModifyIndex":12}},
         {"KV":{"Key":"b","Value":null,"ModifyIndex":207}},
         {"KV":{"Key":"c","Value":null,"ModifyIndex":31}}],"Errors":null}
        """;
    Answer written = new Answer();
    ConsulAnswers.committed(answer(results), written);
    assertThat(written.assertOk().order()).isEqualTo(207);
    Answer deleted = new Answer();
    ConsulAnswers.committed(answer("{\"Results\":[],\"Errors\":null}"), deleted);
    assertThat(deleted.assertOk().order()).isZero();
  }

  @Test
  void findsTheIndexesOfLaterWrites() throws IOException {
    String records =
        "[{\"Key\":\"a\",\"ModifyIndex\":9},{\"ModifyIndex\":4,\"Value\":null},"
            + "{\"ModifyIndex\":3},{\"ModifyIndex\":7},{\"ModifyIndex\":9}]";
    assertThat(Ranges.writtenAfter(3, body(records))).containsExactly(4, 7, 9);
    assertThat(Ranges.writtenAfter(9, body(records))).isEmpty();
    assertThat(Ranges.writtenAfter(0, body("[]"))).isEmpty();
    assertThatThrownBy(() -> Ranges.writtenAfter(0, body("[3]"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Ranges.writtenAfter(0, body("[{\"ModifyIndex\":\"4\"}]")))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[3]",
        "[[]]",
        "[\"p/a\", null]",
        "",
        "true",
        "{}",
        "[{\"Key\":\"p/a\"",
        "[{\"Key\":",
        "<html>"
      })
  void refusesWhatIsNoList(String text) {
    assertThatThrownBy(() -> Ranges.count(body(text), "p/", 100)).isInstanceOf(IOException.class);
  }
}
