package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.testkit.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of servers that close connections after each answer, as some proxies do. */
@Timeout(60)
class ReconnectsTest {
  private static final int READS = 5;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;
  private volatile boolean closes;

  /** Requests are answered once this is open. */
  private volatile CountDownLatch held = new CountDownLatch(0);

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      CountDownLatch both = held;
      both.countDown();
      both.await();
      exchange.getResponseHeaders().add("X-Consul-Index", "7");
      if (closes) {
        exchange.getResponseHeaders().add("Connection", "close");
      }
      exchange.sendResponseHeaders(404, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the test ends
    }
  }

  /** One for the read with which it connects, and perhaps one for a read that does not arrive. */
  @Test
  void eachClosedConnectionIsCountedAndReplaced() throws Exception {
    closes = true;

    assertThat(openingsOfReads()).isBetween(READS + 1L, READS + 2L);
  }

  @Test
  void aConnectionThatStaysIsOpenedOnce() throws Exception {
    assertThat(openingsOfReads()).isEqualTo(1);
  }

  /** Neither is answered before the other has reached the server, too. */
  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void aClientThatIsStartedOnDemandHasItsOwnConnection(LoadClient client) throws Exception {
    List<String> endpoints = List.of("127.0.0.1:" + server.getAddress().getPort());
    Duration limit = Duration.ofSeconds(30);
    BindingConfig one =
        TestConfig.of(
            endpoints, 1, limit, Map.of("client", client.name().toLowerCase(Locale.ROOT)));
    BindingConfig more = new BindingConfig(endpoints, 1, 2, limit, one.settings());
    CountDownLatch both = new CountDownLatch(2);
    try (Binding binding = new ConsulProvider().open(ConsulProvider.CONSUL, more);
        Session first = binding.openSession(0);
        Session second = binding.openSession(6);
        Session third = binding.openSession(8)) {
      assertThat(binding.hasOwnConnection(0)).isFalse();
      assertThat(binding.hasOwnConnection(6)).isTrue();
      assertThat(binding.hasOwnConnection(8)).as("at the limit").isFalse();
      second.recover(limit);
      held = both;
      List<Answer> answers = List.of(new Answer(), new Answer());
      read(first, answers.getFirst());
      read(second, answers.getLast());
      assertThat(answers)
          .allSatisfy(each -> assertThat(each.status()).isEqualTo(Outcome.NOT_FOUND));
      Answer shared = new Answer();
      read(third, shared);
      assertThat(shared.status()).isEqualTo(Outcome.NOT_FOUND);
      if (client == LoadClient.LIGHT) {
        assertThat(binding.connectionsOpened()).hasValue(1);
      }
    }
  }

  private static void read(Session session, Answer answer) {
    Operation read = new Operation.Read(Key.of("key"), ReadConsistency.DEFAULT);
    Thread unused = Thread.startVirtualThread(() -> session.submit(read, answer));
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
