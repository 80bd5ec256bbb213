package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.WatchLog;
import io.kvbench.testkit.contract.OneShots;
import io.kvbench.testkit.contract.SharedServers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of operations on a real server; those that affect a whole server use their own. */
@Timeout(180)
class OperationsIT {
  private static final int MAX_REQUEST = 1_572_864;

  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private final String prefix = "prefix" + PREFIXES.incrementAndGet() + "/";
  private List<String> endpoints;
  private Binding binding;
  private Session session;

  /** Returns the program to test. */
  String version() {
    return "etcd";
  }

  @BeforeEach
  void start() throws Exception {
    RealEtcd etcd = new RealEtcd(version());
    endpoints = SharedServers.of("operations on " + version(), etcd::single).endpoints();
    binding = open(2, Map.of());
    session = binding.openSession(1);
  }

  private Binding open(int connections, Map<String, String> more) throws Exception {
    Map<String, String> settings = new HashMap<>(Map.of("etcd.prefix", prefix));
    settings.putAll(more);
    return TestConfig.open(endpoints, connections, settings);
  }

  @AfterEach
  void stop() {
    if (binding != null) {
      binding.close();
    }
  }

  private static Operation read(String key, ReadConsistency consistency) {
    return new Operation.Read(Key.of(key), consistency);
  }

  private static Operation.Insert insert(String key, String value) {
    return new Operation.Insert(Key.of(key), value(value));
  }

  private static Value value(String text) {
    return Value.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private Answer submit(Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    return answer;
  }

  private Object status(Operation operation) throws Exception {
    return submit(operation).status();
  }

  @Test
  void putsReadsAndDeletes() throws Exception {
    for (ReadConsistency consistency : ReadConsistency.values()) {
      assertThat(status(read("a", consistency))).isEqualTo(Outcome.NOT_FOUND);
    }
    assertThat(status(insert("a", "one"))).isEqualTo(Outcome.OK);
    assertThat(status(insert("a", "again"))).isEqualTo(Outcome.OK);
    assertThat(status(new Operation.Update(Key.of("a"), value("two")))).isEqualTo(Outcome.OK);
    for (ReadConsistency consistency : ReadConsistency.values()) {
      Answer found = submit(read("a", consistency));
      assertThat(found.status()).isEqualTo(Outcome.OK);
      assertThat(found.value()).asString().isEqualTo("two");
    }
    assertThat(status(new Operation.Delete(Key.of("a")))).isEqualTo(Outcome.OK);
    assertThat(status(new Operation.Delete(Key.of("a")))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(status(read("a", ReadConsistency.LINEARIZABLE))).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void scansInOrder() throws Exception {
    assertThat(status(scan("a", 10))).isEqualTo(Outcome.NOT_FOUND);
    status(insert("b", "1"));
    assertThat(status(scan("a", 10))).isEqualTo(Outcome.OK);
    assertThat(status(scan("b", 10))).isEqualTo(Outcome.OK);
    assertThat(status(scan("c", 10))).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void sendsRangesAndWritesInTransactions() throws Exception {
    for (String client : List.of("light", "library")) {
      try (Binding other =
          open(1, Map.of("etcd.transactions", "true", "client", client, "etcd.prefix", client))) {
        session = other.openSession(0);
        Operation.Range range =
            new Operation.Range(
                new KeyRange.All(), 2, RangeContent.RECORDS, false, ReadConsistency.DEFAULT);

        assertThat(status(range)).as(client).isEqualTo(Outcome.NOT_FOUND);
        assertThat(status(insert("a", "one"))).as(client).isEqualTo(Outcome.OK);
        assertThat(status(insert("b", "two"))).as(client).isEqualTo(Outcome.OK);
        assertThat(status(new Operation.Update(Key.of("c"), value("three"))))
            .as(client)
            .isEqualTo(Outcome.OK);
        Answer found = submit(range);
        assertThat(found.status()).as(client).isEqualTo(Outcome.OK);
        assertThat(found.records()).as(client).hasValue(2);
        assertThat(submit(read("c", ReadConsistency.LINEARIZABLE)).value())
            .asString()
            .isEqualTo("three");
      }
    }
  }

  private static Operation scan(String start, int limit) {
    return new Operation.Scan(Key.of(start), limit, ReadConsistency.DEFAULT);
  }

  @Test
  void aLeaseThatTheServerHasEndedOwnsNothingAndIsReplaced() throws Exception {
    Operation.Lock lock =
        new Operation.Lock(
            Key.of("lock"),
            Operation.Ownership.LOCK,
            Duration.ofSeconds(30),
            Duration.ofMinutes(1));
    Operation.FencedUpdate update = new Operation.FencedUpdate(lock, Key.of("a"), value("x"));
    status(insert("a", "one"));
    assertThat(status(lock)).isEqualTo(Outcome.OK);
    revokeLeases();

    assertThat(status(update)).isEqualTo(Outcome.CONFLICT);
    assertThat(status(lock)).isEqualTo(Outcome.OK);
    assertThat(status(update)).isEqualTo(Outcome.OK);
  }

  private void revokeLeases() throws Exception {
    List<String> leases =
        Pattern.compile("\"ID\": *\"(\\d+)\"")
            .matcher(post("/v3/lease/leases", "{}"))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(leases).isNotEmpty();
    for (String lease : leases) {
      post("/v3/lease/revoke", "{\"ID\":" + lease + "}");
    }
  }

  private String post(String path, String body) throws Exception {
    URI uri = URI.create("http://" + endpoints.getFirst() + path);
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  void locksAndFences() throws Exception {
    for (Operation.Ownership ownership : Operation.Ownership.values()) {
      Operation.Lock lock =
          new Operation.Lock(
              Key.of("lock"), ownership, Duration.ofSeconds(10), Duration.ofMinutes(1));
      assertThat(submit(lock).version()).isPositive();
      assertThat(status(new Operation.FencedUpdate(lock, Key.of("a"), value("x"))))
          .isEqualTo(Outcome.OK);
      assertThat(status(new Operation.Unlock(lock))).isEqualTo(Outcome.OK);
      assertThat(status(new Operation.FencedUpdate(lock, Key.of("a"), value("y"))))
          .isEqualTo(Outcome.CONFLICT);
    }
    assertThat(submit(read("a", ReadConsistency.DEFAULT)).value()).asString().isEqualTo("x");
  }

  @Test
  void leasesTakeTheirRecordsAlong() throws Exception {
    long lease = submit(new Operation.GrantLease(Duration.ofSeconds(60))).version();
    Operation attach = new Operation.AttachToLease(lease, Key.of("a"), value("x"));
    assertThat(status(attach)).isEqualTo(Outcome.OK);
    assertThat(status(new Operation.KeepLeaseAlive(lease))).isEqualTo(Outcome.OK);
    assertThat(status(new Operation.QueryLease(lease))).isEqualTo(Outcome.OK);
    assertThat(status(new Operation.RevokeLease(lease))).isEqualTo(Outcome.OK);
    assertThat(status(read("a", ReadConsistency.DEFAULT))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(status(new Operation.KeepLeaseAlive(lease))).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void tellsWatchersOfEveryWriteAndOfEarlierOnes() throws Exception {
    WatchLog log = new WatchLog();
    WatcherRequest request = new WatcherRequest(0, new WatchTarget.Single(Key.of("a")), false);
    try (Watcher watcher = binding.watch(request, log)) {
      log.awaitOpen();
      long first = submit(new Operation.WatchedUpdate(Key.of("a"), value("x"))).version();
      long second = submit(new Operation.WatchedUpdate(Key.of("a"), value("y"))).version();
      log.awaitVersion(second);
      assertThat(log.versions()).containsExactly(first, second);
      assertThat(watcher.coalesces()).isFalse();
      assertThat(status(new Operation.ReplayWatch(Key.of("a"), first, 2))).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void readsAtARevisionAndComparesRecordsWithIt() throws Exception {
    status(insert("a", "old"));
    status(insert("b", "old"));
    for (String client : List.of("light", "library")) {
      try (Binding other = open(1, Map.of("client", client))) {
        session = other.openSession(0);
        long revision = submit(readAt("a", 0)).snapshot();
        assertThat(status(new Operation.Update(Key.of("b"), value(client)))).isEqualTo(Outcome.OK);

        assertThat(submit(readAt("b", revision)).value()).asString().isEqualTo("old");
        assertThat(submit(readAt("b", 0)).value()).asString().isEqualTo(client);
        for (String key : List.of("a", "b")) {
          long version = submit(readAt(key, 0)).version();
          Operation.Part change = new Operation.CompareAndSet(Key.of(key), version, value("old"));
          assertThat(status(new Operation.Transaction(List.of(change), revision)))
              .as("%s, client=%s", key, client)
              .isEqualTo(key.equals("a") ? Outcome.OK : Outcome.CONFLICT);
        }
        assertThat(status(new Operation.Update(Key.of("b"), value("old")))).isEqualTo(Outcome.OK);
      }
    }
  }

  private static Operation readAt(String key, long revision) {
    return new Operation.SnapshotRead(Key.of(key), revision, ReadConsistency.DEFAULT);
  }

  @Test
  void tellsWatchersTheSameIfEventsHaveTheRecordsBefore() throws Exception {
    WatcherRequest request = new WatcherRequest(0, new WatchTarget.Single(Key.of("a")), false);
    for (String client : List.of("light", "library")) {
      WatchLog log = new WatchLog();
      try (Binding other = open(1, Map.of("client", client, "etcd.watch.prevkv", "true"));
          Watcher watcher = other.watch(request, log)) {
        log.awaitOpen();
        long first = submit(new Operation.WatchedUpdate(Key.of("a"), value("x"))).version();
        long second = submit(new Operation.WatchedUpdate(Key.of("a"), value("y"))).version();
        log.awaitVersion(second);
        assertThat(log.versions()).as(client).containsExactly(first, second);
        assertThat(watcher.coalesces()).isFalse();
      }
    }
  }

  @Test
  void readsOnAConnectionOfItsOwn() throws Exception {
    status(insert("a", "x"));
    assertThat(OneShots.perform(session, Key.of("a"), false))
        .isNotEmpty()
        .allMatch(Outcome.OK.name()::equals);
  }

  @Test
  void comparesAndSets() throws Exception {
    assertThat(status(new Operation.CompareAndSet(Key.of("a"), 7, value("x"))))
        .isEqualTo(Outcome.NOT_FOUND);
    status(insert("a", "one"));
    long before = submit(read("a", ReadConsistency.DEFAULT)).version();
    assertThat(status(new Operation.CompareAndSet(Key.of("a"), before, value("two"))))
        .isEqualTo(Outcome.OK);
    assertThat(status(new Operation.CompareAndSet(Key.of("a"), before, value("three"))))
        .isEqualTo(Outcome.CONFLICT);
    assertThat(submit(read("a", ReadConsistency.STALE)).value()).asString().isEqualTo("two");
  }

  @Test
  void carriesOutAllOfATransactionOrNothing() throws Exception {
    status(insert("old", "x"));
    status(insert("changed", "x"));
    long version = submit(read("changed", ReadConsistency.DEFAULT)).version();
    Operation.Write change = new Operation.CompareAndSet(Key.of("changed"), version, value("y"));
    Operation.Write delete = new Operation.Delete(Key.of("old"));
    assertThat(
            status(
                new Operation.Transaction(
                    List.of(insert("new", "1"), new Operation.Delete(Key.of("none")), change))))
        .isEqualTo(Outcome.NOT_FOUND);
    assertThat(status(read("new", ReadConsistency.DEFAULT))).isEqualTo(Outcome.NOT_FOUND);

    Operation all = new Operation.Transaction(List.of(insert("new", "1"), delete, change));
    assertThat(status(all)).isEqualTo(Outcome.OK);
    assertThat(status(read("old", ReadConsistency.DEFAULT))).isEqualTo(Outcome.NOT_FOUND);
    assertThat(submit(read("changed", ReadConsistency.DEFAULT)).value()).asString().isEqualTo("y");

    Operation late = new Operation.Transaction(List.of(insert("later", "1"), change));
    assertThat(status(late)).isEqualTo(Outcome.CONFLICT);
    assertThat(status(read("later", ReadConsistency.DEFAULT))).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void saysThatATransactionHasTooManyParts() throws Exception {
    List<Operation.Write> many =
        IntStream.range(0, 129).<Operation.Write>mapToObj(each -> insert("k" + each, "v")).toList();
    Answer answer = submit(new Operation.Transaction(many));
    assertThat(answer.status()).isEqualTo(ErrorKind.TOO_LARGE);
    assertThat(answer.message()).contains("too many operations in txn request");
    assertThat(status(new Operation.Transaction(many.subList(0, 128)))).isEqualTo(Outcome.OK);
  }

  @Test
  void takesValuesUpToTheServersLimit() throws Exception {
    Random random = new Random(1);
    for (int size : new int[] {0, 1, 1024, 512 * 1024, MAX_REQUEST - 1024}) {
      byte[] bytes = new byte[size];
      random.nextBytes(bytes);
      Key key = Key.of("size" + size);
      assertThat(status(new Operation.Insert(key, Value.of(bytes)))).isEqualTo(Outcome.OK);
      assertThat(submit(new Operation.Read(key, ReadConsistency.DEFAULT)).value()).isEqualTo(bytes);
    }
    for (int size : new int[] {MAX_REQUEST, 4 * MAX_REQUEST}) {
      Answer refused = submit(new Operation.Insert(Key.of("large"), Value.of(new byte[size])));
      assertThat(refused.status()).isEqualTo(ErrorKind.TOO_LARGE);
      assertThat(refused.message()).doesNotContainPattern("\\d");
    }
    assertThat(status(read("size1", ReadConsistency.DEFAULT))).isEqualTo(Outcome.OK);
  }

  @Test
  void takesAnyKeyButTheEmptyOne() throws Exception {
    byte[] every = new byte[256];
    IntStream.range(0, 256).forEach(each -> every[each] = (byte) each);
    try (Binding bare = open(1, Map.of("etcd.prefix", ""))) {
      session = bare.openSession(0);
      for (Key key : List.of(Key.of(every), Key.of(new byte[] {0}), Key.of(new byte[] {-1, -1}))) {
        assertThat(status(new Operation.Insert(key, value("v")))).isEqualTo(Outcome.OK);
        assertThat(status(new Operation.Read(key, ReadConsistency.DEFAULT))).isEqualTo(Outcome.OK);
      }
      Answer refused = submit(insert("", "v"));
      assertThat(refused.status()).isEqualTo(ErrorKind.INVALID);
      assertThat(refused.message()).contains("key is not provided");
    }
  }

  @Test
  void keepsToItsPrefix() throws Exception {
    status(insert("other", "1"));
    status(insert("zz", "1"));
    try (Binding own = open(1, Map.of("etcd.prefix", prefix + "p/"));
        Session mine = own.openSession(0)) {
      Answer scanned = new Answer();
      mine.submit(scan("", 10), scanned);
      assertThat(scanned.status()).isEqualTo(Outcome.NOT_FOUND);
      Answer inserted = new Answer();
      mine.submit(insert("a", "1"), inserted);
      assertThat(inserted.status()).isEqualTo(Outcome.OK);
      assertThat(own.servers().getFirst().keys()).hasValue(1);
    }
    assertThat(status(read("p/a", ReadConsistency.LINEARIZABLE))).isEqualTo(Outcome.OK);
    assertThat(binding.servers().getFirst().keys()).hasValue(3);
    try (Binding whole = open(1, Map.of("etcd.prefix", ""))) {
      session = whole.openSession(0);
      assertThat(status(read(prefix + "p/a", ReadConsistency.LINEARIZABLE))).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void tellsOfTheServer() throws Exception {
    status(insert("a", "1"));
    ServerState state = binding.servers().getFirst();
    assertThat(state.endpoint()).isEqualTo(endpoints.getFirst());
    assertThat(state.version().orElseThrow()).startsWith("3.");
    assertThat(state.leader()).isTrue();
    assertThat(state.term().orElseThrow()).isPositive();
    assertThat(state.keys()).hasValue(1);
    assertThat(state.details()).containsKeys("dbSizeBytes", "revision").doesNotContainKey("hashkv");
    assertThat(state.details().get(ServerState.IDENTITY))
        .matches("member [0-9a-f]{16} of cluster [0-9a-f]{16}");
    assertThat(state.problem()).isEmpty();
    assertThat(binding.clientLibrary()).startsWith("io.kvbench:kvbench-binding-etcd:");
  }

  @Test
  void hashesWhatIsStored() throws Exception {
    Map<String, String> settings = Map.of("etcd.checkhashkv", "true");
    try (Binding checking = open(1, settings)) {
      String empty = checking.servers().getFirst().details().get("hashkv");
      status(insert("a", "1"));
      ServerState state = checking.servers().getFirst();
      assertThat(state.details()).containsKeys("hashkv", "hashkvMicros", "dbSizeBytes");
      assertThat(state.details().get("hashkv")).isNotEqualTo(empty);
      assertThat(state.problem()).isEmpty();
    }
  }

  @Test
  void removesOldRevisionsWhileItIsConnected() throws Exception {
    Map<String, String> settings =
        Map.of("etcd.compact.interval", "100ms", "etcd.compact.delta", "5");
    try (Binding compacting = open(1, settings)) {
      long until = System.nanoTime() + 60_000_000_000L;
      Map<String, String> details = Map.of();
      while (System.nanoTime() < until && !isPositive(details.get("compactions"))) {
        for (int write = 0; write < 10; write++) {
          status(insert("a", "v" + write));
        }
        details = compacting.servers().getFirst().details();
      }
      assertThat(details.get("compactions")).matches("[1-9]\\d*");
      assertThat(details.get("compactionFailures")).isEqualTo("0");
    }
    assertThat(status(read("a", ReadConsistency.DEFAULT))).isEqualTo(Outcome.OK);
  }

  private static boolean isPositive(String number) {
    return number != null && Long.parseLong(number) > 0;
  }
}
