package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.api.ConsulAnswers;
import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.ConsulTransactions;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.api.Ranges;
import io.kvbench.bindings.consul.status.AgentQueries;
import io.kvbench.core.operation.Key;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.Mutation;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fuzz tests: randomly damaged answers are parsed, incomplete or rejected. */
class AnswerFuzzTest {
  private static final int CASES = Integer.getInteger("kvbench.fuzz.cases", 10_000);
  private static final long SEED = Long.getLong("kvbench.fuzz.seed", 17);
  private static final List<String> ANSWERS =
      List.of(
          "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Consul-Index: 123456789012\r\n"
              + "Content-Type: text/plain\r\n\r\nhello",
          "HTTP/1.1 200 OK\r\nx-consul-index: 7\r\nTransfer-Encoding: chunked\r\n\r\n5"
              + "\r\nhello\r\nB;x=y\r\n, 12345678!\r\n0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 34\r\nX-Consul-Index: 7\r\n\r\n"
              + "[{\"Key\":\"p/a\",\"Value\":null},\"p/b\"]",
          "HTTP/1.1 409 Conflict\r\nContent-Length: 72\r\n\r\n"
              + "{\"Errors\":[{\"OpIndex\":0,\"What\":\"failed to set key \\\"a\\\", index is stale\"}]}",
          "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\nToo many connections");

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void readsOrRefuses() {
    for (int index = 0; index < CASES; index++) {
      Mutation mutation = new Mutation(SEED + index);
      byte[] bytes = mutation.bytes(mutation.of(ANSWERS));
      int piece = mutation.below(bytes.length + 1);
      try {
        AnswerFeed feed = new AnswerFeed();
        HttpAnswer answer = feed.take(Unpooled.copiedBuffer(bytes, 0, piece));
        if (answer == null) {
          answer = feed.take(Unpooled.copiedBuffer(bytes, piece, bytes.length - piece));
        }
        if (answer == null) {
          answer = feed.end();
        }
        if (answer != null) {
          ConsulTransactions.firstError(answer.text());
          Ranges.listed(ConsulDialect.CONSUL, answer, "", "", 9, new Answer(index % 2 == 0));
          ConsulAnswers.readTogether(answer, List.of(Key.of("a")), new Answer(true));
          ConsulFailure.of(answer);
          AgentQueries.countTexts(
              new ByteArrayInputStream(answer.text().getBytes(StandardCharsets.UTF_8)));
        }
      } catch (IOException e) {
        // An acceptable rejection.
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + (SEED + index), e);
      }
    }
  }
}
