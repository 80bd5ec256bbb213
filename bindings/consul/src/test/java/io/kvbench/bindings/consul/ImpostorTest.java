package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of web servers that answer like Consul or cetcd, except for the contents. */
@Timeout(60)
class ImpostorTest {
  private static final Duration LONG = Duration.ofHours(1);

  private HttpServer server;
  private volatile int status = 200;
  private volatile String reads = "";
  private volatile String writes = "";

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
      boolean read = exchange.getRequestMethod().equals("GET");
      byte[] words = (read ? reads : writes).getBytes(StandardCharsets.US_ASCII);
      exchange.getResponseHeaders().add("X-Consul-Index", "7");
      exchange.sendResponseHeaders(read ? status : 200, words.length);
      exchange.getResponseBody().write(words);
    }
  }

  private List<String> endpoints() {
    return List.of("127.0.0.1:" + server.getAddress().getPort());
  }

  private void refused(BindingProvider provider, SystemDescriptor system) {
    Settings defaults = Settings.resolve(new Assignments(), system.settings(), new Problems());
    BindingConfig config = new BindingConfig(endpoints(), 2, LONG, defaults);
    assertThatThrownBy(() -> provider.open(system, config).close())
        .isInstanceOf(BindingException.class)
        .hasMessage(
            "%s cannot be used at %s (answers, but is not %s). Correct endpoints=."
                .formatted(system.title(), endpoints().getFirst(), system.title()));
  }

  /** It has every requested record. */
  @Test
  void aServerThatClaimsToHaveEveryRecordIsRejected() {
    reads = "true";
    writes = "true";
    refused(new ConsulProvider(), ConsulProvider.CONSUL);
    reads = "[{\"ModifyIndex\":7,\"Key\":\"k\",\"Value\":\"dHJ1ZQ==\"}]";
    refused(new CetcdProvider(), CetcdProvider.CETCD);
  }

  /** Only the status reports that a transaction was applied. */
  @Test
  void aStatusAloneAcknowledgesNothing() throws Exception {
    status = 404;
    writes = "<html>OK</html>";
    Operation.Write insert = new Operation.Insert(Key.of("k"), Value.of(new byte[3]));
    Operation read = new Operation.Read(Key.of("k"), ReadConsistency.DEFAULT);
    try (Binding binding = TestConfig.open(endpoints(), 1, LONG, Map.of())) {
      assertThat(submit(binding, read)).isEqualTo(Outcome.NOT_FOUND);
      assertThat(submit(binding, insert)).isEqualTo(ErrorKind.OTHER);
      assertThat(submit(binding, new Operation.Delete(Key.of("k")))).isEqualTo(ErrorKind.OTHER);
      assertThat(submit(binding, new Operation.Transaction(List.of(insert))))
          .isEqualTo(ErrorKind.OTHER);
    }
  }

  private static Status submit(Binding binding, Operation operation) throws Exception {
    Answer answer = new Answer();
    binding.openSession(0).submit(operation, answer);
    return answer.status();
  }
}
