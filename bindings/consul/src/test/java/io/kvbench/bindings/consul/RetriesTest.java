package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with statuses that HTTP clients retry silently. */
@Timeout(60)
class RetriesTest {
  private static final String KEY = "key-of-this-test";

  private final AtomicInteger asked = new AtomicInteger();
  private HttpServer server;
  private volatile int status;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      boolean meant = exchange.getRequestURI().getPath().contains(KEY);
      if (meant) {
        asked.incrementAndGet();
        exchange.getResponseHeaders().add("Retry-After", "0");
        exchange.getResponseHeaders().add("Location", exchange.getRequestURI().toString());
      } else {
        exchange.getResponseHeaders().add("X-Consul-Index", "7");
      }
      exchange.sendResponseHeaders(meant ? status : 404, -1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 307, 308, 401, 407, 408, 421, 425, 429, 500, 502, 503, 504})
  void aRequestIsSentOnce(int refusal) throws Exception {
    status = refusal;
    Key key = Key.of(KEY);
    List<String> endpoints = List.of("127.0.0.1:" + server.getAddress().getPort());
    try (Binding binding = TestConfig.open(endpoints, 1, Map.of())) {
      int sent = 0;
      for (Operation operation :
          List.of(
              new Operation.Read(key, ReadConsistency.DEFAULT),
              new Operation.Update(key, Value.of(new byte[3])))) {
        Answer answer = new Answer();
        binding.openSession(0).submit(operation, answer);
        assertThat(answer.status()).as(answer::toString).isInstanceOf(ErrorKind.class);
        assertThat(asked).hasValue(++sent);
      }
    }
  }
}
