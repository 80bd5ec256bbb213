package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.contract.OneShots;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.security.auth.login.Configuration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of a server that requires SASL. Its JAAS file applies to a process, so it has its own. */
@Isolated("system properties")
@Timeout(120)
class SaslIT {
  private static final String JAAS_PROPERTY = "java.security.auth.login.config";
  private static final Path LOG = Path.of("target", "zookeeper.log");
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final AtomicInteger ROOTS = new AtomicInteger();

  /** The server's users. All passwords, right or wrong, share a unique substring. */
  private static final String USERS =
      """
      Server {
        org.apache.zookeeper.server.auth.DigestLoginModule required
        user_alice="geheim-a" user_bob="geheim-b";
      };
      """;

  @TempDir private static Path directory;
  private static ForkedServer server;
  private static Path jaas;

  private final String root = "/it/sasl" + ROOTS.incrementAndGet();

  @BeforeAll
  static void start() throws Exception {
    Path users = Files.writeString(directory.resolve("server.jaas"), USERS);
    jaas =
        Files.writeString(
            directory.resolve("client.jaas"),
            section("Client", "username=\"alice\" password=\"geheim-a\"")
                + section("Bob", "username=\"bob\" password=\"geheim-b\"")
                + section("Wrong", "username=\"alice\" password=\"geheim-x\"")
                + section("Unknown", "username=\"carol\" password=\"geheim-a\"")
                + section("Silent", "username=\"alice\""));
    server =
        new ForkedServer(
            directory,
            "-D" + JAAS_PROPERTY + "=" + users,
            "-Dzookeeper.authProvider.sasl="
                + "org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
            "-Dzookeeper.sessionRequireClientSASLAuth=true");
  }

  @AfterAll
  static void stop() {
    server.close();
    System.clearProperty(JAAS_PROPERTY);
    Configuration.setConfiguration(null);
  }

  private static String section(String name, String options) {
    return name
        + " { org.apache.zookeeper.server.auth.DigestLoginModule required "
        + options
        + "; };\n";
  }

  private Map<String, String> settings(String section) {
    Map<String, String> settings = new HashMap<>();
    settings.put("zookeeper.root", root);
    settings.put("zookeeper.acl", "creator");
    settings.put("zookeeper.sasl.jaas", jaas.toString());
    settings.put("zookeeper.sasl.clientconfig", section);
    return settings;
  }

  private static Binding open(Map<String, String> settings) throws Exception {
    return TestConfig.open(server.endpoints(), 2, LIMIT, settings);
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(Map<String, String> settings)
      throws Exception {
    AbstractThrowableAssert<?, ?> refusal =
        assertThatThrownBy(() -> open(settings).close())
            .isInstanceOf(BindingException.class)
            .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain("\n"))
            .satisfies(SaslIT::assertNoPasswordIsTold);
    assertNoPasswordIsLogged();
    return refusal;
  }

  private static void assertNoPasswordIsTold(Throwable thrown) {
    assertThat(Throwables.getStackTrace(thrown))
        .contains("BindingException")
        .doesNotContain("geheim");
  }

  private static void assertNoPasswordIsLogged() throws Exception {
    assertThat(Files.readString(LOG)).doesNotContain("geheim");
    assertThat(serverLog()).isNotEmpty().doesNotContain("geheim");
  }

  private static String serverLog() throws Exception {
    return Files.readString(ForkedServer.log(directory));
  }

  private static Answer submit(Session session, Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    return answer;
  }

  /** Returns the client, and the transport of the library. */
  private static Stream<Map<String, String>> clients() {
    return Stream.of(
        Map.of("client", "light"),
        Map.of("client", "library"),
        Map.of("client", "library", "zookeeper.transport", "nio"));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void letsTheRightUserIn(Map<String, String> client) throws Exception {
    Map<String, String> settings = settings("Client");
    settings.putAll(client);
    settings.remove("zookeeper.sasl.clientconfig");
    Value value = Value.of("v".getBytes(StandardCharsets.UTF_8));
    try (Binding binding = open(settings);
        Session session = binding.openSession(0);
        Session other = binding.openSession(1)) {
      Key key = Key.of("k");
      assertThat(submit(session, new Operation.Insert(key, value)).status()).isEqualTo(Outcome.OK);
      Answer read = submit(other, new Operation.Read(key, ReadConsistency.LINEARIZABLE));
      assertThat(read.status()).isEqualTo(Outcome.OK);
      assertThat(read.value()).asString().isEqualTo("v");
      for (boolean newSession : new boolean[] {false, false, true}) {
        assertThat(OneShots.perform(session, key, newSession)).containsOnly("OK");
      }
      Answer lease = submit(session, new Operation.GrantLease(Duration.ofSeconds(10)));
      assertThat(lease.status()).isEqualTo(Outcome.OK);
      Key ephemeral = Key.of("ephemeral");
      assertThat(
              submit(session, new Operation.AttachToLease(lease.version(), ephemeral, value))
                  .status())
          .isEqualTo(Outcome.OK);
      assertThat(submit(session, new Operation.RevokeLease(lease.version())).status())
          .isEqualTo(Outcome.OK);
      assertThat(binding.servers().getFirst().keys()).hasValue(1);
    }
    assertThat(Files.readString(LOG)).contains("DIGEST-MD5");
    assertThat(serverLog()).contains("authorizationID: alice");
    assertNoPasswordIsLogged();
    assertRefused(settings("Bob"))
        .hasMessageContaining("denies this client access to " + root)
        .hasMessageContaining("zookeeper.sasl.jaas");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void watchersAndLocksWork(Map<String, String> client) throws Exception {
    Map<String, String> settings = settings("Client");
    settings.putAll(client);
    try (Binding binding = open(settings)) {
      WatchersAndLocks.assertWatchersSeeEveryWrite(List.of(binding));
      WatchersAndLocks.assertOneOwnerAtATime("lock", binding, binding, Duration.ofSeconds(10));
    }
    assertNoPasswordIsLogged();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void refusesAWrongPassword(Map<String, String> client) throws Exception {
    Map<String, String> settings = settings("Wrong");
    settings.putAll(client);
    assertRefused(settings)
        .hasMessageContaining(server.endpoints().getFirst())
        .hasMessageContaining("does not accept the SASL login of section Wrong in " + jaas)
        .hasMessageContaining("Correct username and password");
    assertThat(serverLog()).contains("failed to SASL authenticate");
    if (client.containsValue("library")) {
      assertThat(Files.readString(LOG)).contains("SASL authentication failed");
    }
  }

  @Test
  void refusesAnUnknownUser() throws Exception {
    assertRefused(settings("Unknown"))
        .hasMessageContaining("does not accept the SASL login of section Unknown");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void asksForALoginWhereNoneIsGiven(Map<String, String> client) throws Exception {
    Map<String, String> settings = new HashMap<>(client);
    settings.put("zookeeper.root", root);
    assertRefused(settings)
        .hasMessageContaining("requires authentication")
        .hasMessageContaining("Set zookeeper.sasl.jaas");
  }

  @Test
  void missesTheSection() throws Exception {
    assertRefused(settings("Nobody"))
        .hasMessageContaining(jaas + " has no section Nobody")
        .hasMessageContaining("zookeeper.sasl.clientconfig");
  }

  @Test
  void missesTheFile() throws Exception {
    Map<String, String> settings = settings("Client");
    settings.put("zookeeper.sasl.jaas", directory.resolve("none").toString());
    assertRefused(settings)
        .hasMessageContaining(directory.resolve("none") + " cannot be read")
        .hasMessageContaining("give the path");
  }

  @Test
  void missesThePassword() throws Exception {
    assertRefused(settings("Silent")).hasMessageContaining("section Silent needs username=");
  }

  @Test
  void doesNotShowWhatABrokenFileSays() throws Exception {
    Path broken =
        Files.writeString(
            directory.resolve("broken.jaas"),
            section("Client", "username=\"alice\" password=geheim-a geheim-a"));
    Map<String, String> settings = settings("Client");
    settings.put("zookeeper.sasl.jaas", broken.toString());
    assertRefused(settings)
        .hasMessageContaining(broken + " is not a JAAS login configuration")
        .hasNoCause();
  }

  @Test
  void isRefusedByAServerWithoutSasl() throws Exception {
    Map<String, String> settings = settings("Client");
    settings.put("zookeeper.transport", "nio");
    settings.put("zookeeper.sessiontimeout", "4s");
    try (TestServer plain = new TestServer(directory.resolve("plain"), false)) {
      assertThatThrownBy(() -> TestConfig.open(plain.endpoints(), 1, LIMIT, settings).close())
          .isInstanceOf(BindingException.class)
          .hasMessageContaining("see that the servers offer SASL");
    }
  }
}
