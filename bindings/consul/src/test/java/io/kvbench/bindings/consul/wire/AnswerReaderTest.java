package io.kvbench.bindings.consul.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.consul.AnswerFeed;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {
  private static final String FOUND =
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Consul-Index: 123456789012\r\n"
          + "Content-Type: text/plain\r\n\r\nhello";
  private static final String CHUNKED =
      """
      HTTP/1.1 200 OK\r
      x-consul-index: 7\r
      Transfer-Encoding: chunked\r
      \r
      5\r
      hello\r
      B;x=y\r
      , 世界!\r
      \r
      0\r
      \r
      """;

  private final AnswerFeed feed = new AnswerFeed();

  private HttpAnswer take(String text) throws IOException {
    return feed.take(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {FOUND, CHUNKED})
  void readsAnAnswerInAnyPieces(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int piece = 1; piece <= bytes.length; piece++) {
      HttpAnswer answer = null;
      for (int start = 0; start < bytes.length; start += piece) {
        assertThat(answer).isNull();
        answer =
            feed.take(Unpooled.copiedBuffer(bytes, start, Math.min(piece, bytes.length - start)));
      }
      assertThat(answer).isNotNull();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.index()).isEqualTo(text.equals(FOUND) ? 123456789012L : 7);
      assertThat(answer.text()).isEqualTo(text.equals(FOUND) ? "hello" : "hello, 世界!\r\n");
      assertThat(answer.reusable()).isTrue();
    }
  }

  @Test
  void readsBodiesThatAreLargerThanItsMemory() throws IOException {
    String body = "0123456789".repeat(100_000);
    assertThat(take("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + body).text())
        .isEqualTo(body);
    assertThat(take(FOUND).text()).isEqualTo("hello");
  }

  @Test
  void seesThatAConnectionEnds() throws IOException {
    HttpAnswer answer = take("HTTP/1.1 500 Oh\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno");
    assertThat(answer.reusable()).isFalse();
    assertThat(answer.status()).isEqualTo(500);
  }

  @Test
  void takesABodyThatEndsWithTheConnection() throws IOException {
    assertThat(
            take("HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\nToo many connections"))
        .isNull();
    HttpAnswer answer = feed.end();
    assertThat(answer.text()).isEqualTo("Too many connections");
    assertThat(answer.reusable()).isFalse();
  }

  @Test
  void comparesWithoutTheLineBreak() throws IOException {
    HttpAnswer answer = take("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ntrue\n");
    assertThat(answer.says("true".getBytes(StandardCharsets.US_ASCII))).isTrue();
    assertThat(answer.says("tru".getBytes(StandardCharsets.US_ASCII))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.9\r\n",
        "HTTP/1.0 200 OK\r\n\r\n",
        "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 4294967301\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX-Consul-Index: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      })
  void refusesWhatNoServerOfConsulSays(String text) {
    assertThatThrownBy(() -> take(text)).isInstanceOf(IOException.class);
  }

  @Test
  void refusesHeadersWithoutEnd() {
    assertThatThrownBy(() -> take("HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(20_000)))
        .isInstanceOf(IOException.class);
  }
}
