package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.testkit.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that close connections after each answer, as some proxies do. */
@Timeout(60)
class ReconnectsTest {
  private static final int READS = 5;

  private HttpServer server;
  private volatile boolean closes;

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
      exchange.getResponseHeaders().add("X-Consul-Index", "7");
      if (closes) {
        exchange.getResponseHeaders().add("Connection", "close");
      }
      exchange.sendResponseHeaders(404, -1);
    }
  }

  /** One for the read with which it connects, and perhaps one for a read that does not come. */
  @Test
  void eachClosedConnectionIsCountedAndReplaced() throws Exception {
    closes = true;

    assertThat(openingsOfReads()).isBetween(READS + 1L, READS + 2L);
  }

  @Test
  void aConnectionThatStaysIsOpenedOnce() throws Exception {
    assertThat(openingsOfReads()).isEqualTo(1);
  }

  private long openingsOfReads() throws Exception {
    List<String> endpoints = List.of("127.0.0.1:" + server.getAddress().getPort());
    try (Binding binding = TestConfig.open(endpoints, 1, Map.of());
        Session session = binding.openSession(0)) {
      for (int read = 0; read < READS; read++) {
        Answer answer = new Answer();
        session.submit(new Operation.Read(Key.of("key" + read), ReadConsistency.DEFAULT), answer);
        assertThat(answer.status()).as(answer::toString).isEqualTo(Outcome.NOT_FOUND);
      }
      return binding.connectionsOpened().orElseThrow();
    }
  }
}
