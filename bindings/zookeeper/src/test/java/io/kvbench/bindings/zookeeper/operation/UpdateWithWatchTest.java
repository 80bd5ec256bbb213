package io.kvbench.bindings.zookeeper.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.zookeeper.TestConfig;
import io.kvbench.bindings.zookeeper.library.ZooKeeperLibrarySession;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Answer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of answers and events in all orders, even those without a reason for a server. */
class UpdateWithWatchTest {
  private static final int OK = Code.OK.intValue();

  private ZooKeeperConnection<ZooKeeperLibrarySession> connection;
  private ZooKeeperClientOptions options;

  @BeforeEach
  void open() throws Exception {
    open("30s");
  }

  /** Nothing listens at the other end. */
  private void open(String timeout) throws Exception {
    if (connection != null) {
      connection.close();
    }
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    options =
        ZooKeeperClientOptions.of(
            TestConfig.of(
                List.of("127.0.0.1:" + port),
                1,
                Duration.ofSeconds(1),
                Map.of("zookeeper.sessiontimeout", timeout)));
    connection = new ZooKeeperConnection<>(begun -> new ZooKeeperLibrarySession(begun, options));
  }

  @AfterEach
  void end() throws Exception {
    connection.close();
  }

  private UpdateWithWatch update(Answer answer) {
    return new UpdateWithWatch(connection.handle(), options, answer);
  }

  private static Stat version(int version) {
    Stat stat = new Stat();
    stat.setVersion(version);
    return stat;
  }

  private static WatchedEvent changed() {
    return new WatchedEvent(EventType.NodeDataChanged, KeeperState.SyncConnected, "/x");
  }

  private static WatchedEvent connection(KeeperState state) {
    return new WatchedEvent(EventType.None, state, null);
  }

  @Test
  void anEventAndTheNextVersionAreItsOwn() throws Exception {
    Answer answer = new Answer();
    UpdateWithWatch update = update(answer);
    update.watching(OK, version(5));
    update.process(changed());
    assertThat(answer.calls()).isZero();

    update.written(OK, version(6));

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void anEventMayComeBehindTheAnswer() throws Exception {
    Answer answer = new Answer();
    UpdateWithWatch update = update(answer);
    update.watching(OK, version(5));
    update.written(OK, version(6));
    assertThat(answer.calls()).isZero();

    update.process(changed());

    assertThat(answer.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void anotherVersionThanTheNextHasLostTheEventToAnotherWrite() throws Exception {
    Answer answer = new Answer();
    UpdateWithWatch update = update(answer);
    update.watching(OK, version(5));
    update.process(changed());

    update.written(OK, version(7));

    assertThat(answer.status()).isEqualTo(Outcome.CONFLICT);
  }

  @Test
  void aWriteWithoutAnEventIsATimeoutThatSaysSo() throws Exception {
    open("200ms");
    Answer answer = new Answer();
    UpdateWithWatch update = update(answer);
    update.watching(OK, version(5));

    update.written(OK, version(6));

    assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(answer.message())
        .isEqualTo(
            "the write was acknowledged, and its event did not come within"
                + " zookeeper.sessiontimeout");
  }

  @Test
  void noRecordIsTheWritesToTell() throws Exception {
    Answer answer = new Answer();
    UpdateWithWatch update = update(answer);
    update.watching(Code.NONODE.intValue(), null);

    update.written(Code.NONODE.intValue(), null);

    assertThat(answer.status()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void aWatchThatWasRefusedIsNoEvent() throws Exception {
    Answer answer = new Answer();
    UpdateWithWatch update = update(answer);
    update.watching(Code.THROTTLEDOP.intValue(), null);

    update.written(OK, version(6));

    assertThat(answer.status()).as("the value is written").isEqualTo(ErrorKind.OTHER);
  }

  @Test
  void aConnectionThatBreaksTakesTheWatchWithIt() throws Exception {
    Answer lost = new Answer();
    UpdateWithWatch first = update(lost);
    first.watching(OK, version(5));
    first.process(connection(KeeperState.Disconnected));
    assertThat(lost.calls()).as("the write is still to be answered").isZero();
    first.written(OK, version(6));
    first.process(connection(KeeperState.SyncConnected));
    first.process(connection(KeeperState.Disconnected));
    assertThat(lost.status()).isEqualTo(ErrorKind.CONNECTION_LOST);

    Answer over = new Answer();
    UpdateWithWatch second = update(over);
    second.watching(OK, version(5));
    second.written(OK, version(6));
    second.process(connection(KeeperState.Expired));
    assertThat(over.status()).isEqualTo(ErrorKind.SESSION_EXPIRED);
  }

  @Test
  void isAnsweredOnceWhateverComes() throws Exception {
    open("10ms");
    Answer answer = new Answer();
    UpdateWithWatch update = update(answer);
    update.watching(OK, version(5));
    update.process(changed());
    update.written(OK, version(6));
    update.process(changed());
    update.process(connection(KeeperState.Closed));
    update.written(Code.CONNECTIONLOSS.intValue(), null);
    Thread.sleep(options.sessionTimeoutMillis() * 2L);

    assertThat(answer.calls()).isEqualTo(1);
  }
}
