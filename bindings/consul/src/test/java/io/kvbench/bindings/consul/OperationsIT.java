package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.contract.SharedServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of every operation with every answer of a server. */
@Timeout(180)
class OperationsIT {
  private static final Value ONE = value("one");
  private static final Value TWO = value("two");

  @TempDir private static Path directory;
  private static ConsulServer server;
  private static Binding binding;
  private static Session session;

  @BeforeAll
  static void start() throws Exception {
    server = ConsulServer.start(directory);
    binding = TestConfig.open(server.endpoints(), 4, Map.of());
    session = binding.openSession(0);
  }

  @AfterAll
  static void stop() throws Exception {
    if (binding != null) {
      binding.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private static Value value(String text) {
    return Value.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Answer submit(Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    assertThat(answer.calls()).isEqualTo(1);
    return answer;
  }

  private static Answer read(Key key) throws Exception {
    return submit(new Operation.Read(key, ReadConsistency.LINEARIZABLE));
  }

  private static void assertOk(Operation operation) throws Exception {
    Answer answer = submit(operation);
    assertThat(answer.status()).describedAs(answer.message()).isEqualTo(Outcome.OK);
  }

  private static void assertHolds(Key key, Value expected) throws Exception {
    Answer answer = read(key);
    assertThat(answer.status()).describedAs(answer.message()).isEqualTo(Outcome.OK);
    assertThat(answer.value()).isEqualTo(expected.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "library"})
  void allConnectionsLeadToTheLeaderIfItIsTheTarget(String client) throws Exception {
    List<String> endpoints =
        SharedServers.of("consul cluster with a target", RealConsul::cluster).endpoints();
    Map<String, String> given = Map.of("consul.targetleader", "true", "client", client);
    try (Binding opened = TestConfig.open(endpoints, 3, given)) {
      List<ServerState> states = opened.servers();
      assertThat(states).hasSize(3);
      String leader =
          states.stream().filter(ServerState::leader).findFirst().orElseThrow().endpoint();
      for (int number = 0; number < 3; number++) {
        assertThat(opened.openSession(number).server()).contains(leader);
      }
    }
  }

  /** Groups of ten keys; a key with characters that must be escaped in URLs and in JSON. */
  @Test
  void scansFromTheStartKeyToTheEndOfThoseThatBeginAsItDoes() throws Exception {
    Map<String, String> given = Map.of("consul.prefix", "scans/", "consul.scan.prefixlength", "2");
    try (Binding scanning = TestConfig.open(server.endpoints(), 1, given)) {
      Session scanner = scanning.openSession(0);
      for (String key : List.of("a/17", "a/18", "b/20", "\"<\u00e4/&\\")) {
        Answer written = new Answer();
        scanner.submit(new Operation.Insert(Key.of(key), ONE), written);
        assertThat(written.status()).isEqualTo(Outcome.OK);
      }
      for (ReadConsistency consistency : ReadConsistency.values()) {
        assertThat(scanned(scanner, "a/17", consistency)).isEqualTo(Outcome.OK);
        assertThat(scanned(scanner, "a/00", consistency)).isEqualTo(Outcome.OK);
        assertThat(scanned(scanner, "a/18", consistency)).isEqualTo(Outcome.OK);
        assertThat(scanned(scanner, "a/19", consistency)).isEqualTo(Outcome.NOT_FOUND);
        assertThat(scanned(scanner, "b/21", consistency)).isEqualTo(Outcome.NOT_FOUND);
        assertThat(scanned(scanner, "b", consistency)).isEqualTo(Outcome.OK);
        assertThat(scanned(scanner, "c", consistency)).isEqualTo(Outcome.NOT_FOUND);
        assertThat(scanned(scanner, "\"<\u00e4/&\\", consistency)).isEqualTo(Outcome.OK);
        assertThat(scanned(scanner, "\"<\u00e4/&]", consistency)).isEqualTo(Outcome.NOT_FOUND);
      }
      assertThat(scanned(scanner, "a\n", ReadConsistency.DEFAULT)).isEqualTo(ErrorKind.INVALID);
    }
  }

  private static Status scanned(Session scanner, String start, ReadConsistency consistency)
      throws Exception {
    Answer answer = new Answer();
    scanner.submit(new Operation.Scan(Key.of(start), 100, consistency), answer);
    return answer.status();
  }

  @Test
  void overwritesWithInsertsAndUpdates() throws Exception {
    Key key = Key.of("written");
    assertOk(new Operation.Update(key, ONE));
    assertHolds(key, ONE);
    assertOk(new Operation.Insert(key, TWO));
    assertHolds(key, TWO);
  }

  @Test
  void deletesWhetherOrNotThereIsARecord() throws Exception {
    Key key = Key.of("deleted");
    assertOk(new Operation.Insert(key, ONE));
    assertOk(new Operation.Delete(key));
    assertThat(read(key).status()).isEqualTo(Outcome.NOT_FOUND);
    assertOk(new Operation.Delete(key));
  }

  @ParameterizedTest
  @EnumSource
  void readsWithEveryConsistency(ReadConsistency consistency) throws Exception {
    Key key = Key.of("read-" + consistency);
    assertThat(submit(new Operation.Read(key, consistency)).status()).isEqualTo(Outcome.NOT_FOUND);
    assertOk(new Operation.Insert(key, ONE));
    Answer found = submit(new Operation.Read(key, consistency));
    assertThat(found.status()).isEqualTo(Outcome.OK);
    assertThat(found.value()).isEqualTo(ONE.toByteArray());
  }

  @Test
  void knowsTheVersionOfOneRecordWhateverHappensToOthers() throws Exception {
    Key key = Key.of("version/mine");
    assertOk(new Operation.Insert(key, ONE));
    long version = read(key).version();
    for (String other : List.of("version", "version/", "version/mine2", "version/mine/sub")) {
      assertOk(new Operation.Insert(Key.of(other), TWO));
      assertOk(new Operation.Delete(Key.of(other)));
      assertThat(read(key).version()).isEqualTo(version);
    }
    assertThat(server.get("/v1/kv/kvbench/version/mine"))
        .contains("\"ModifyIndex\":" + version + "}");
    assertOk(new Operation.Update(key, TWO));
    assertThat(read(key).version()).isGreaterThan(version);
  }

  @Test
  void comparesAndSets() throws Exception {
    Key key = Key.of("compared");
    assertOk(new Operation.Insert(key, ONE));
    long version = read(key).version();
    assertOk(new Operation.CompareAndSet(key, version, TWO));
    assertHolds(key, TWO);
    assertThat(submit(new Operation.CompareAndSet(key, version, ONE)).status())
        .isEqualTo(Outcome.CONFLICT);
    assertHolds(key, TWO);
    assertOk(new Operation.Delete(key));
    assertThat(submit(new Operation.CompareAndSet(key, version, ONE)).status())
        .isEqualTo(Outcome.CONFLICT);
    assertThat(submit(new Operation.CompareAndSet(key, 0, ONE)).status())
        .isEqualTo(ErrorKind.INVALID);
    assertThat(read(key).status()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void carriesTransactionsOutWhollyOrNotAtAll() throws Exception {
    Key changed = Key.of("t-changed");
    Key removed = Key.of("t-removed");
    Key made = Key.of("t-made \"quoted\" \\ é");
    assertOk(new Operation.Insert(changed, ONE));
    assertOk(new Operation.Insert(removed, ONE));
    long version = read(changed).version();
    List<Operation.Write> writes =
        List.of(
            new Operation.Insert(made, ONE),
            new Operation.CompareAndSet(changed, version, TWO),
            new Operation.Delete(removed));
    assertOk(new Operation.Transaction(writes));
    assertHolds(made, ONE);
    assertHolds(changed, TWO);
    assertThat(read(removed).status()).isEqualTo(Outcome.NOT_FOUND);

    assertOk(new Operation.Delete(made));
    assertThat(submit(new Operation.Transaction(writes)).status()).isEqualTo(Outcome.CONFLICT);
    assertThat(read(made).status()).isEqualTo(Outcome.NOT_FOUND);
  }

  /** A key that ends like an answer of Consul. */
  @Test
  void tellsWhatKeepsATransactionFromBeingCarriedOut() throws Exception {
    Key guarded = Key.of("g \" doesn't exist");
    Key missing = Key.of("g-missing, index is stale");
    Key written = Key.of("g-written");
    assertOk(new Operation.Insert(guarded, ONE));
    assertOk(new Operation.Insert(written, ONE));
    long version = read(guarded).version();
    assertOk(guarded(guarded, version, written));
    assertHolds(written, TWO);
    assertThat(submit(guarded(guarded, version + 1, written)).status()).isEqualTo(Outcome.CONFLICT);
    assertThat(submit(guarded(missing, version, written)).status()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(submit(guarded(missing, 0, written)).status()).isEqualTo(ErrorKind.INVALID);

    for (ReadConsistency consistency : ReadConsistency.values()) {
      Answer both = submit(new Operation.ReadTransaction(List.of(guarded, written), consistency));
      assertThat(both.status()).isEqualTo(Outcome.OK);
      assertThat(both.records()).hasValue(2);
      Answer one = submit(new Operation.ReadTransaction(List.of(guarded, missing), consistency));
      assertThat(one.status()).isEqualTo(Outcome.NOT_FOUND);
    }
  }

  private static Operation guarded(Key guarded, long version, Key written) {
    return new Operation.Transaction(
        List.of(new Operation.Guard(guarded, version), new Operation.Update(written, TWO)));
  }

  @Test
  void refusesTransactionsThatAreTooLong() throws Exception {
    List<Operation.Write> writes = new ArrayList<>();
    for (int index = 0; index < 1000; index++) {
      writes.add(new Operation.Update(Key.of("many-" + index), ONE));
    }
    Answer answer = submit(new Operation.Transaction(writes));
    assertThat(answer.status()).isEqualTo(ErrorKind.TOO_LARGE);
    assertThat(answer.message()).contains("too many operations");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1024, 5000, 100_000, 512 * 1024})
  void returnsValuesOfEverySize(int size) throws Exception {
    byte[] bytes = new byte[size];
    for (int index = 0; index < size; index++) {
      bytes[index] = (byte) (index * 31);
    }
    Key key = Key.of("size-" + size);
    assertOk(new Operation.Insert(key, Value.of(bytes)));
    assertHolds(key, Value.of(bytes));
  }

  @Test
  void refusesWhatIsTooLarge() throws Exception {
    Value large = Value.of(new byte[512 * 1024 + 1]);
    Key key = Key.of("large");
    assertThat(submit(new Operation.Insert(key, large)).status()).isEqualTo(ErrorKind.TOO_LARGE);
    assertThat(
            submit(new Operation.Transaction(List.of(new Operation.Insert(key, large)))).status())
        .isEqualTo(ErrorKind.TOO_LARGE);
    Key longKey = Key.of("k".repeat(2_000_000));
    Answer answer = submit(new Operation.Read(longKey, ReadConsistency.DEFAULT));
    assertThat(answer.status()).isIn(ErrorKind.TOO_LARGE, ErrorKind.CONNECTION_LOST);
  }

  @Test
  void takesEveryKeyThatConsulTakes() throws Exception {
    List<Integer> refused = new ArrayList<>();
    for (int character = 0; character < 256; character++) {
      Key key = Key.of("any/" + (char) character + "/x");
      Answer written = submit(new Operation.Insert(key, value("value " + character)));
      if (written.status() == ErrorKind.INVALID) {
        refused.add(character);
        assertThat(written.message()).contains("not printable");
        assertThat(read(key).status()).isEqualTo(ErrorKind.INVALID);
        assertThat(submit(new Operation.Delete(key)).status()).isEqualTo(ErrorKind.INVALID);
      } else {
        assertThat(written.status()).isEqualTo(Outcome.OK);
        assertHolds(key, value("value " + character));
        assertOk(new Operation.Transaction(List.of(new Operation.Update(key, ONE))));
        assertHolds(key, ONE);
      }
    }
    assertThat(refused).hasSize(32 + 1 + 33 + 1).contains(0, 31, 127, 160, 173);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "/", "//", "a//b", "../kvbench/x", "a/../b", "/a", "a/", "%2F"})
  void takesKeysThatLookLikePaths(String text) throws Exception {
    Key key = Key.of("p" + text);
    Key bare = Key.of(text);
    assertOk(new Operation.Insert(key, ONE));
    assertOk(new Operation.Insert(bare, TWO));
    assertHolds(key, ONE);
    assertHolds(bare, TWO);
  }

  @Test
  void refusesScans() throws Exception {
    Answer answer = submit(new Operation.Scan(Key.of("a"), 10, ReadConsistency.DEFAULT));
    assertThat(answer.status()).isEqualTo(ErrorKind.INVALID);
  }

  @Test
  void tellsOfTheServerAndCountsItsOwnRecordsOnly() throws Exception {
    Map<String, String> elsewhere = Map.of("consul.prefix", "else \"where\"/");
    try (Binding other = TestConfig.open(server.endpoints(), 1, elsewhere);
        Session writer = other.openSession(0)) {
      assertThat(other.servers().getFirst().keys()).hasValue(0);
      for (int index = 0; index < 20; index++) {
        Answer answer = new Answer();
        writer.submit(new Operation.Insert(Key.of("\"" + index), ONE), answer);
        assertThat(answer.status()).isEqualTo(Outcome.OK);
      }
      ServerState state = other.servers().getFirst();
      assertThat(state.keys()).hasValue(20);
      assertThat(state.problem()).isEmpty();
      assertThat(state.endpoint()).isEqualTo(server.endpoint());
      assertThat(state.version().orElseThrow()).matches("1\\.\\d+\\.\\d+.*");
      assertThat(state.leader()).isTrue();
      assertThat(state.term().orElseThrow()).isPositive();
      assertThat(state.details()).containsEntry("datacenter", "dc1");
      assertThat(other.clientLibrary()).startsWith("io.kvbench:kvbench-binding-consul:");
    }
  }

  @Test
  void twoNamesOfAServerHaveOneIdentity() throws Exception {
    String endpoint = server.endpoint();
    String alias = "localhost" + endpoint.substring(endpoint.lastIndexOf(':'));
    try (Binding both = TestConfig.open(List.of(endpoint, alias), 1, Map.of())) {
      assertThat(both.servers())
          .extracting(state -> state.details().getOrDefault(ServerState.IDENTITY, "none"))
          .hasSize(2)
          .allMatch(identity -> identity.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"))
          .satisfies(names -> assertThat(names.getFirst()).isEqualTo(names.getLast()));
    }
  }

  @Test
  void namesADatacenterThatIsNotThere() throws Exception {
    try (Binding here =
        TestConfig.open(server.endpoints(), 1, Map.of("consul.datacenter", "dc1"))) {
      assertThat(here.servers().getFirst().problem()).isEmpty();
    }
  }

  @Test
  void sharesAConnectionAmongManyClients() throws Exception {
    List<Answer> answers = new ArrayList<>();
    for (int client = 0; client < 400; client++) {
      Answer answer = new Answer();
      binding.openSession(client).submit(new Operation.Insert(Key.of("c" + client), ONE), answer);
      answers.add(answer);
    }
    for (Answer answer : answers) {
      assertThat(answer.status()).describedAs(answer.message()).isEqualTo(Outcome.OK);
      assertThat(answer.calls()).isEqualTo(1);
    }
  }
}
