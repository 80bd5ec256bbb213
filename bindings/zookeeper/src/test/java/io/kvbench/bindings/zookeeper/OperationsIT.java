package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationsIT {
  private static final AtomicInteger ROOTS = new AtomicInteger();

  @TempDir private static Path directory;
  private static TestServer server;

  private final String root = "/it/root" + ROOTS.incrementAndGet();

  @BeforeAll
  static void start() throws Exception {
    server = new TestServer(directory, false);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private Binding open(Map<String, String> settings) throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("zookeeper.root", root));
    all.putAll(settings);
    return TestConfig.open(server.endpoints(), 2, all);
  }

  private static Answer submit(Session session, Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    return answer;
  }

  private static Value value(String text) {
    return Value.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Answer readOf(Session session, String key) throws Exception {
    return submit(session, new Operation.Read(Key.of(key), ReadConsistency.LINEARIZABLE));
  }

  @Test
  void doesNotSendWhatIsTooLarge() throws Exception {
    try (Binding binding = open(Map.of("zookeeper.jute.maxbuffer", "2000"));
        Session session = binding.openSession(0)) {
      Key key = Key.of("k".repeat(200));
      Answer tooLarge = submit(session, new Operation.Insert(key, Value.of(new byte[1800])));
      assertThat(tooLarge.status()).isEqualTo(ErrorKind.TOO_LARGE);
      assertThat(tooLarge.message()).contains("zookeeper.jute.maxbuffer").doesNotContain("kk");
      assertThat(submit(session, new Operation.Insert(key, Value.of(new byte[1700]))).status())
          .isEqualTo(Outcome.OK);
      assertThat(submit(session, new Operation.Update(key, Value.of(new byte[2000]))).status())
          .isEqualTo(ErrorKind.TOO_LARGE);
    }
  }

  @Test
  void knowsBothVersions() throws Exception {
    try (Binding binding = open(Map.of())) {
      assertThat(binding.servers().getFirst().version().orElseThrow())
          .matches("\\d+\\.\\d+\\.\\d+");
      assertThat(binding.clientLibrary()).startsWith("io.kvbench:kvbench-binding-zookeeper:");
    }
    try (Binding binding = open(Map.of("client", "library"))) {
      assertThat(binding.clientLibrary())
          .isEqualTo(
              "org.apache.zookeeper:zookeeper:"
                  + binding.servers().getFirst().version().orElseThrow());
    }
  }

  @Test
  void spreadsSessionsOverItsConnections() throws Exception {
    int before = server.sessions();
    try (Binding binding = open(Map.of());
        Session first = binding.openSession(0);
        Session last = binding.openSession(999)) {
      assertThat(server.sessions()).isEqualTo(before + 2);
      assertThat(readOf(first, "x").status()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(readOf(last, "x").status()).isEqualTo(Outcome.NOT_FOUND);
    }
    assertThat(server.sessions()).isEqualTo(before);
  }

  @Test
  void keepsOthersOutOfTheCreatorsRecords() throws Exception {
    Map<String, String> owner = Map.of("zookeeper.auth", "me:geheim", "zookeeper.acl", "creator");
    try (Binding binding = open(owner);
        Session session = binding.openSession(0)) {
      assertThat(submit(session, new Operation.Insert(Key.of("k"), value("v"))).status())
          .isEqualTo(Outcome.OK);
      try (Binding again = open(owner)) {
        assertThat(again.servers().getFirst().keys()).hasValue(1);
      }
    }
    assertThatThrownBy(() -> open(Map.of("zookeeper.auth", "me:falsch")))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining(root)
        .hasMessageContaining("zookeeper.auth")
        .hasMessageNotContaining("falsch");
  }

  @Test
  void isRefusedWhereTheRecordBelongsToAnother() throws Exception {
    try (Binding open = open(Map.of());
        Binding own = open(Map.of("zookeeper.auth", "me:geheim", "zookeeper.acl", "creator"));
        Session owner = own.openSession(0);
        Session stranger = open.openSession(0)) {
      submit(owner, new Operation.Insert(Key.of("mine"), value("v")));
      Answer answer = readOf(stranger, "mine");
      assertThat(answer.status()).isEqualTo(ErrorKind.UNAUTHORIZED);
      assertThat(answer.message()).startsWith("NOAUTH: ").doesNotContain("mine");
      Operation.Update update = new Operation.Update(Key.of("mine"), value("w"));
      for (Operation write :
          List.of(
              update,
              new Operation.Transaction(
                  List.of(new Operation.Insert(Key.of("more"), value("w")), update)))) {
        assertThat(submit(stranger, write).status()).isEqualTo(ErrorKind.UNAUTHORIZED);
        assertThat(readOf(owner, "mine").value()).isEqualTo(value("v").toByteArray());
        assertThat(readOf(owner, "more").status()).isEqualTo(Outcome.NOT_FOUND);
      }
    }
  }

  @Test
  void reportsASchemeThatTheServerDoesNotKnow() {
    assertThatThrownBy(
            () -> open(Map.of("zookeeper.auth", "geheim", "zookeeper.auth.scheme", "retina")))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("refuses the credentials of the scheme retina")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void leavesNoThreadBehind() throws Exception {
    open(Map.of()).close();
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    // Those of other tests come and go.
    while (!closing().isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(10);
    }
    assertThat(closing()).isEmpty();
  }

  private static List<String> closing() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.contains("zookeeper-close"))
        .toList();
  }
}
