package io.kvbench.bindings.zookeeper.library;

import static io.kvbench.testkit.WatchLog.Kind.CHANGED;
import static io.kvbench.testkit.WatchLog.Kind.FAILED;
import static io.kvbench.testkit.WatchLog.Kind.INTERRUPTED;
import static io.kvbench.testkit.WatchLog.Kind.OPENED;
import static io.kvbench.testkit.WatchLog.Kind.REARMING;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.zookeeper.library.WatchPoint.Mode;
import io.kvbench.testkit.WatchLog;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

/** Tests of answers and events in the orders in which a session may receive them. */
class ZooKeeperRecordWatcherTest {
  private static final int OK = Code.OK.intValue();
  private static final int NO_NODE = Code.NONODE.intValue();
  private static final int LOST = Code.CONNECTIONLOSS.intValue();
  private static final long NO_ZXID = WatchedEvent.NO_ZXID;
  private static final String ROOT = "/root";
  private static final String RECORD = "/root/a";

  private final WatchLog log = new WatchLog();

  /** The last attempt to set the watch; 0 before the first. */
  private int attempt;

  private ZooKeeperRecordWatcher watcher(Mode mode) {
    return new ZooKeeperRecordWatcher(
        new WatchPoint(mode == Mode.RECURSIVE ? ROOT : RECORD, mode, false),
        log,
        (watcher, number) -> attempt = number);
  }

  /** Returns a watcher of a record whose last write was number 10. */
  private ZooKeeperRecordWatcher open(Mode mode) {
    ZooKeeperRecordWatcher watcher = watcher(mode);
    watcher.connected();
    if (mode != Mode.ONE_SHOT) {
      watcher.confirmed(attempt, OK);
    }
    if (mode != Mode.RECURSIVE) {
      watcher.read(attempt, OK, written(10));
    }
    assertThat(log.kinds()).containsExactly(OPENED);
    return watcher;
  }

  private static Stat written(long zxid) {
    Stat stat = new Stat();
    stat.setMzxid(zxid);
    return stat;
  }

  private static void send(ZooKeeperRecordWatcher watcher, EventType type, String path, long zxid) {
    watcher.process(new WatchedEvent(type, KeeperState.SyncConnected, path, zxid));
  }

  private static void write(ZooKeeperRecordWatcher watcher, long zxid) {
    send(watcher, EventType.NodeDataChanged, RECORD, zxid);
  }

  @Test
  void aPersistentWatchReportsWritesAndCreations() {
    ZooKeeperRecordWatcher watcher = open(Mode.PERSISTENT);
    write(watcher, 11);
    send(watcher, EventType.NodeDeleted, RECORD, 12);
    send(watcher, EventType.NodeCreated, RECORD, 13);
    send(watcher, EventType.NodeChildrenChanged, RECORD, 14);
    watcher.process(new WatchedEvent(EventType.None, KeeperState.Disconnected, null));
    assertThat(log.versions()).containsExactly(11L, 13L);
  }

  @Test
  void whatComesTwiceOrTooLateIsNotHidden() {
    ZooKeeperRecordWatcher watcher = open(Mode.PERSISTENT);
    write(watcher, 12);
    write(watcher, 12);
    write(watcher, 11);
    assertThat(log.versions()).containsExactly(12L, 12L, 11L);
  }

  @Test
  void aRecursiveWatchReportsRecordsOnly() {
    ZooKeeperRecordWatcher watcher = open(Mode.RECURSIVE);
    send(watcher, EventType.NodeDataChanged, ROOT, 11);
    send(watcher, EventType.NodeDataChanged, "/root/a/b", 12);
    send(watcher, EventType.NodeDataChanged, "/root-locks", 13);
    write(watcher, 14);
    assertThat(log.versions()).containsExactly(14L);
  }

  @Test
  void whatWasWrittenWithoutAConnectionIsReadAfterwards() {
    ZooKeeperRecordWatcher watcher = open(Mode.PERSISTENT);
    watcher.interrupt();
    watcher.interrupt();
    watcher.connected();
    watcher.confirmed(attempt, OK);
    assertThat(log.kinds()).containsExactly(OPENED, INTERRUPTED);
    watcher.read(attempt, OK, written(15));
    assertThat(log.kinds()).containsExactly(OPENED, INTERRUPTED, CHANGED, OPENED);
    assertThat(log.versions()).containsExactly(15L);

    watcher.interrupt();
    watcher.connected();
    watcher.confirmed(attempt, OK);
    watcher.read(attempt, OK, written(15));
    assertThat(log.versions()).containsExactly(15L);
  }

  @Test
  void aRecursiveWatchGoesOnWithoutARead() {
    ZooKeeperRecordWatcher watcher = open(Mode.RECURSIVE);
    watcher.interrupt();
    watcher.connected();
    watcher.confirmed(attempt, OK);
    assertThat(log.kinds()).containsExactly(OPENED, INTERRUPTED, OPENED);
  }

  @Test
  void anEventMayComeBeforeTheFirstRead() {
    ZooKeeperRecordWatcher watcher = watcher(Mode.PERSISTENT);
    watcher.connected();
    watcher.confirmed(attempt, OK);
    write(watcher, 11);
    watcher.read(attempt, OK, written(11));
    assertThat(log.kinds()).containsExactly(OPENED, CHANGED);
  }

  @Test
  void aWatchThatIsNotSetForWantOfAConnectionIsSetLater() {
    ZooKeeperRecordWatcher watcher = watcher(Mode.PERSISTENT);
    watcher.interrupt();
    watcher.connected();
    watcher.confirmed(attempt, LOST);
    watcher.read(attempt, LOST, null);
    assertThat(log.calls()).isEmpty();

    int before = attempt;
    watcher.connected();
    watcher.confirmed(before, OK);
    watcher.read(before, OK, written(9));
    assertThat(log.calls()).isEmpty();
    watcher.confirmed(attempt, OK);
    watcher.read(attempt, OK, written(10));
    assertThat(log.kinds()).containsExactly(OPENED);
  }

  @Test
  void aNewConnectionIsAnInterruptionAlsoWhereItsLossWasNotSeen() {
    ZooKeeperRecordWatcher watcher = open(Mode.PERSISTENT);
    watcher.connected();
    assertThat(log.kinds()).containsExactly(OPENED, INTERRUPTED);
  }

  @Test
  void aServerWithoutZxidsEndsAPersistentWatch() {
    ZooKeeperRecordWatcher watcher = open(Mode.PERSISTENT);
    write(watcher, NO_ZXID);
    write(watcher, 12);
    watcher.connected();
    assertThat(log.kinds()).containsExactly(OPENED, FAILED);
    assertThat(log.calls().getLast().problem()).contains("3.9").contains("watch.once=true");
  }

  @Test
  void anEventOfAnotherWatchThatIsSetAgainAfterAReconnectEndsNothing() {
    ZooKeeperRecordWatcher watcher = open(Mode.PERSISTENT);
    watcher.interrupt();
    watcher.connected();
    write(watcher, NO_ZXID);
    watcher.confirmed(attempt, OK);
    watcher.read(attempt, OK, written(15));
    assertThat(log.kinds()).containsExactly(OPENED, INTERRUPTED, CHANGED, OPENED);
    assertThat(log.versions()).containsExactly(15L);
  }

  @Test
  void aOneShotWatchIsSetAgainAndFindsWhatCameInBetween() {
    ZooKeeperRecordWatcher watcher = open(Mode.ONE_SHOT);
    write(watcher, 11);
    assertThat(attempt).isEqualTo(2);
    // The event of another watcher of the record, whose watch was set again first.
    write(watcher, 12);
    assertThat(attempt).isEqualTo(2);
    watcher.read(attempt, OK, written(13));
    assertThat(log.kinds()).containsExactly(OPENED, CHANGED, REARMING, CHANGED, CHANGED, OPENED);
    assertThat(log.versions()).containsExactly(11L, 12L, 13L);
  }

  @Test
  void aOneShotWatchNeedsNoZxids() {
    ZooKeeperRecordWatcher watcher = open(Mode.ONE_SHOT);
    write(watcher, NO_ZXID);
    watcher.read(attempt, OK, written(11));
    assertThat(log.kinds()).containsExactly(OPENED, REARMING, CHANGED, OPENED);
    assertThat(log.versions()).containsExactly(11L);
  }

  @Test
  void aOneShotWatchOutlivesItsRecord() {
    ZooKeeperRecordWatcher watcher = open(Mode.ONE_SHOT);
    send(watcher, EventType.NodeDeleted, RECORD, 11);
    watcher.read(attempt, NO_NODE, null);
    send(watcher, EventType.NodeCreated, RECORD, 12);
    watcher.read(attempt, OK, written(12));
    assertThat(log.kinds()).containsExactly(OPENED, REARMING, OPENED, CHANGED, REARMING, OPENED);
    assertThat(log.versions()).containsExactly(12L);
  }

  @Test
  void aConnectionIsLostWhileAOneShotWatchIsSet() {
    ZooKeeperRecordWatcher watcher = open(Mode.ONE_SHOT);
    write(watcher, 11);
    watcher.read(attempt, LOST, null);
    watcher.interrupt();
    watcher.connected();
    // The library has set the watch again, too, and the server answers with an event.
    write(watcher, NO_ZXID);
    watcher.read(attempt, OK, written(12));
    assertThat(log.kinds())
        .containsExactly(OPENED, CHANGED, REARMING, INTERRUPTED, CHANGED, OPENED);
  }

  @Test
  void whatTheServerDeniesEndsIt() {
    ZooKeeperRecordWatcher watcher = watcher(Mode.ONE_SHOT);
    watcher.connected();
    watcher.read(attempt, Code.NOAUTH.intValue(), null);
    watcher.connected();
    assertThat(log.kinds()).containsExactly(FAILED);
    assertThat(log.calls().getLast().problem()).contains("UNAUTHORIZED").contains("ACL");
  }

  @Test
  void nothingComesAfterTheEnd() {
    ZooKeeperRecordWatcher watcher = open(Mode.ONE_SHOT);
    int before = attempt;
    watcher.end();
    write(watcher, 11);
    watcher.interrupt();
    watcher.connected();
    watcher.fail(ZooKeeperRecordWatcher.NO_ZXID);
    watcher.read(attempt, OK, written(12));
    assertThat(log.kinds()).containsExactly(OPENED);
    assertThat(attempt).isEqualTo(before);
  }
}
