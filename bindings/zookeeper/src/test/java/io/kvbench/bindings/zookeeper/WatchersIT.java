package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.WatchLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of watchers whose server fails, returns, and loses them. */
@Timeout(180)
class WatchersIT {
  private static final Key KEY = Key.of("record");
  private static final WatchTarget RECORD = new WatchTarget.Single(KEY);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path directory;
  private TestServer server;
  private Binding binding;

  @BeforeEach
  void open() throws Exception {
    server = new TestServer(directory, false);
    binding = TestConfig.open(server.endpoints(), 1, Map.of("zookeeper.sessiontimeout", "10s"));
    Session session = binding.openSession(0);
    assertThat(submit(session, new Operation.Insert(KEY, Value.of(new byte[1]))).status())
        .isEqualTo(Outcome.OK);
  }

  @AfterEach
  void close() {
    binding.close();
    server.close();
  }

  private static Answer submit(Session session, Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    return answer;
  }

  private long write() throws Exception {
    try (Session session = binding.openSession(0)) {
      session.recover(LIMIT);
      Answer answer = submit(session, new Operation.WatchedUpdate(KEY, Value.of(new byte[2])));
      assertThat(answer.status()).as(answer::toString).isEqualTo(Outcome.OK);
      return answer.version();
    }
  }

  private Watcher watch(int stream, WatchTarget target, boolean once, WatchLog log)
      throws Exception {
    return binding.watch(new WatcherRequest(stream, target, once), log);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWatcherResumesWhenTheServerIsBack(boolean once) throws Exception {
    WatchLog log = new WatchLog();
    WatchLog all = new WatchLog();
    try (Watcher watcher = watch(0, RECORD, once, log);
        Watcher ofAll = watch(1, new WatchTarget.All(), false, all)) {
      assertThat(watcher.coalesces()).isEqualTo(once);
      assertThat(ofAll.coalesces()).isFalse();
      log.awaitOpen();
      all.awaitOpen();
      long before = write();
      log.awaitVersion(before);
      all.awaitVersion(before);

      server.end();
      log.await(WatchLog.Kind.INTERRUPTED);
      all.await(WatchLog.Kind.INTERRUPTED);
      server.start();
      // Possibly before the watchers are back, which then find it.
      long meanwhile = write();
      log.awaitVersion(meanwhile);
      log.awaitOpen();
      all.awaitOpen();
      long after = write();
      log.awaitVersion(after);
      all.awaitVersion(after);
      assertThat(log.versions()).containsExactly(before, meanwhile, after);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anExpiredSessionIsReplaced(boolean once) throws Exception {
    WatchLog log = new WatchLog();
    try (Watcher watcher = watch(0, RECORD, once, log)) {
      assertThat(watcher).isNotNull();
      log.awaitOpen();
      assertThat(server.expireSessions()).isEqualTo(2);
      log.await(WatchLog.Kind.INTERRUPTED);
      log.awaitOpen();
      long after = write();
      log.awaitVersion(after);
      assertThat(log.versions()).containsExactly(after);
    }
  }

  @Test
  void aStreamIsASessionUntilItsLastWatcherIsClosed() throws Exception {
    List<Watcher> watchers = new ArrayList<>();
    for (int stream = 0; stream < 20; stream++) {
      WatchLog one = new WatchLog();
      WatchLog other = new WatchLog();
      watchers.add(watch(stream, RECORD, false, one));
      watchers.add(watch(stream, new WatchTarget.All(), false, other));
      one.awaitOpen();
      other.awaitOpen();
    }
    assertThat(server.sessions()).isEqualTo(21);
    watchers.removeLast().close();
    binding.awaitReleases(LIMIT);
    assertThat(server.sessions()).isEqualTo(21);

    watchers.forEach(Watcher::close);
    watchers.forEach(Watcher::close);
    binding.awaitReleases(LIMIT);
    assertThat(server.sessions()).isEqualTo(1);
  }

  @Test
  void manySessionsEndInTheTimeOfOneAlsoWithoutAServer() throws Exception {
    List<Watcher> watchers = new ArrayList<>();
    for (int stream = 0; stream < 20; stream++) {
      watchers.add(watch(stream, RECORD, false, new WatchLog()));
    }
    server.end();
    long start = System.nanoTime();
    watchers.forEach(Watcher::close);
    binding.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    assertThatThrownBy(() -> watch(0, RECORD, false, new WatchLog()))
        .isInstanceOf(BindingException.class)
        .hasMessage("The binding is closed.");
  }

  @Test
  void aOneShotWatchOfARecordThatIsCreatedLater() throws Exception {
    Key later = Key.of("later");
    for (boolean once : new boolean[] {false, true}) {
      WatchLog log = new WatchLog();
      try (Watcher watcher = watch(0, new WatchTarget.Single(later), once, log);
          Session session = binding.openSession(0)) {
        assertThat(watcher).isNotNull();
        log.awaitOpen();
        Operation insert = new Operation.Insert(later, Value.of(new byte[1]));
        assertThat(submit(session, insert).status()).isEqualTo(Outcome.OK);
        log.await(WatchLog.Kind.CHANGED);
        log.awaitOpen();
        Operation delete = new Operation.Delete(later);
        assertThat(submit(session, delete).status()).isEqualTo(Outcome.OK);
        assertThat(log.versions()).hasSize(1);
      }
    }
  }

  @Test
  void whatCannotBeWatchedIsRefused() {
    assertThatThrownBy(() -> watch(0, new WatchTarget.All(), true, new WatchLog()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("watch.scope=record");
    assertThatThrownBy(() -> watch(0, new WatchTarget.Single(Key.of("a/b")), false, new WatchLog()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("printable ASCII");
  }
}
