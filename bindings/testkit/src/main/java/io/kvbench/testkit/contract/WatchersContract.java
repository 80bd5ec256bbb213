package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.WatchLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of watchers: each reports every write of its target, by the version of the write's
 * answer, or else by its value, and nothing else. Systems without them must reject them.
 */
interface WatchersContract extends ContractBase {
  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          CapabilityExample.of(
              Capability.WATCHER,
              Map.of("watchedupdateproportion", "1"),
              target -> new Operation.WatchedUpdate(target.key(), Values.of(8))),
          CapabilityExample.of(
              Capability.WATCHER_SHORT,
              Map.of("watchedupdateproportion", "1", "valuesize", "7"),
              target -> new Operation.WatchedUpdate(target.key(), Values.of(7))),
          CapabilityExample.planned(
              Capability.WATCHER_ALL, Map.of("watchedupdateproportion", "1", "watch.scope", "all")),
          CapabilityExample.planned(
              Capability.WATCHER_ONCE,
              Map.of("watchedupdateproportion", "1", "watch.once", "true")),
          CapabilityExample.planned(
              Capability.WATCHER_REPLAY, Map.of("watchreplayproportion", "1")));

  int STREAMS = 3;
  int PER_RECORD = 2 * STREAMS;
  int WRITES = 40;
  int RECORDS = 20;
  int ROUNDS_OF_ALL = 5;

  /** A watcher and its log. */
  record Open(Watcher watcher, WatchLog log) implements AutoCloseable {
    @Override
    public void close() {
      watcher.close();
    }

    /** Checks the reports against the versions of the acknowledged writes, in order. */
    private void assertTold(List<Long> written) throws InterruptedException {
      log.awaitVersion(written.getLast());
      List<Long> told = log.versions();
      if (watcher.coalesces()) {
        assertThat(told).isSorted().doesNotHaveDuplicates().isSubsetOf(written);
      } else {
        assertThat(told).isEqualTo(written);
      }
      assertThat(told.getLast()).isEqualTo(written.getLast());
      assertThat(log.kinds()).doesNotContain(WatchLog.Kind.FAILED);
    }
  }

  /**
   * A record, its watchers and the versions of its writes.
   *
   * @param written for the test to add to
   */
  record Watched(Key key, List<Open> watchers, List<Long> written) {}

  private static Open open(CheckedBinding opened, int stream, WatchTarget target, boolean once)
      throws BindingException {
    WatchLog log = new WatchLog();
    return new Open(opened.binding().watch(new WatcherRequest(stream, target, once), log), log);
  }

  /** Opens watchers of one target on different streams, and waits until they watch. */
  private static List<Open> openAll(CheckedBinding opened, WatchTarget target, boolean once)
      throws Exception {
    List<Open> watchers = new ArrayList<>();
    for (int number = 0; number < PER_RECORD; number++) {
      watchers.add(open(opened, number % STREAMS, target, once));
    }
    for (Open each : watchers) {
      each.log().awaitOpen();
      // A server may end a watch that has just begun; it only must watch before the writes.
      assertThat(each.log().kinds())
          .isSubsetOf(WatchLog.Kind.OPENED, WatchLog.Kind.INTERRUPTED)
          .endsWith(WatchLog.Kind.OPENED);
    }
    return watchers;
  }

  private static void insert(CheckedBinding opened, List<Key> keys) throws Exception {
    for (Key key : keys) {
      opened.insert(key, Values.of(1));
    }
  }

  /** Writes sequentially through all connections, and returns the versions. */
  private List<Long> write(CheckedBinding opened, List<Key> keys, int writes) throws Exception {
    List<Long> versions = new ArrayList<>();
    for (int write = 0; write < writes; write++) {
      // The same value again, too: the write counts.
      Operation.WatchedUpdate update = update(keys.get(write % keys.size()), 1 + write / 2);
      versions.add(version(update, opened.submit(write, update)));
    }
    assertThat(versions).isSorted().doesNotHaveDuplicates();
    return versions;
  }

  /** Returns a write of this many bytes, or of a few more that no other write has. */
  private Operation.WatchedUpdate update(Key key, int size) {
    return new Operation.WatchedUpdate(
        key,
        can(Capability.WATCHER_SHORT)
            ? Values.of(size)
            : Values.numbered(Operation.WatchedUpdate.DISTINCT + size));
  }

  /** Returns the version that watchers report: that of the answer, or the number in the value. */
  private long version(Operation.WatchedUpdate update, Answer answer) throws InterruptedException {
    answer.assertOk();
    return can(Capability.WATCHER_SHORT)
        ? answer.version()
        : update.value().toByteBuffer().getLong();
  }

  /** Undeclared watchers are rejected by an exception or by the listener, with a reason. */
  private void assertRefused(WatchTarget target, boolean once) throws Exception {
    CheckedBinding opened = stage().shared();
    WatchLog log = new WatchLog();
    try (Watcher refused = opened.binding().watch(new WatcherRequest(0, target, once), log)) {
      assertThat(refused).isNotNull();
      log.await(WatchLog.Kind.FAILED);
      assertThat(log.kinds()).containsExactly(WatchLog.Kind.FAILED);
    } catch (BindingException e) {
      assertThat(e).hasMessageEndingWith(".");
      assertThat(log.calls()).isEmpty();
    }
  }

  default Stream<Integer> sizesOfWatchedUpdates() {
    // Without watchers one remains, to be rejected.
    return can(Capability.WATCHER)
        ? sizes(stage().watchedUpdatesAreTransactions()).boxed()
        : Stream.of(1);
  }

  @ParameterizedTest(name = "{0} bytes")
  @MethodSource("sizesOfWatchedUpdates")
  default void aWatchedUpdateIsAnsweredAsAnUpdateIs(int size) throws Exception {
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    opened.insert(key, Values.of(100));

    Answer answer = opened.submit(0, new Operation.WatchedUpdate(key, Values.of(size)));
    boolean tooSmall = size < Operation.WatchedUpdate.DISTINCT && !can(Capability.WATCHER_SHORT);
    boolean over =
        limit(stage().watchedUpdatesAreTransactions()).stream()
            .anyMatch(limit -> size >= limit.refused());
    if (tooSmall || !can(Capability.WATCHER)) {
      Refused.assertInvalid(answer);
      opened.assertFound(key, Values.of(100));
    } else if (over) {
      assertThat(answer.status()).as(answer::toString).isEqualTo(ErrorKind.TOO_LARGE);
      opened.assertFound(key, Values.of(100));
    } else {
      answer.assertOk();
      opened.assertFound(key, Values.of(size));
    }
  }

  @Test
  default void aWatchedUpdateOfNoRecordIsAnsweredAsAnUpdateIs() throws Exception {
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    Answer answer = opened.submit(0, new Operation.WatchedUpdate(key, Values.of(8)));
    if (!can(Capability.WATCHER)) {
      Refused.assertInvalid(answer);
      opened.assertAbsent(key);
      return;
    }
    Status expected = stage().facts().alone().updateOfAbsent();
    assertThat(answer.status()).as(answer::toString).isEqualTo(expected);
    if (expected == Outcome.OK) {
      opened.assertFound(key, Values.of(8));
    } else {
      opened.assertAbsent(key);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"WATCHER", "WATCHER_ALL", "WATCHER_ONCE"})
  default void watchersThatAreLackingAreRefused(Capability capability) throws Exception {
    if (can(capability)) {
      return; // covered by the other tests
    }
    boolean all = capability == Capability.WATCHER_ALL;
    assertRefused(
        all ? new WatchTarget.All() : new WatchTarget.Single(Keys.next()),
        capability == Capability.WATCHER_ONCE);
  }

  @Test
  default void everyWatcherOfARecordIsToldOfEveryWriteOnceAndInOrder() throws Exception {
    if (!can(Capability.WATCHER)) {
      return;
    }
    try (CheckedBinding opened = stage().open(2)) {
      Key key = Keys.next();
      Key other = Keys.next();
      insert(opened, List.of(key, other));
      List<Open> watchers = openAll(opened, new WatchTarget.Single(key), false);

      List<Long> written = write(opened, List.of(key), WRITES);
      write(opened, List.of(other), 1);
      for (Open each : watchers) {
        each.assertTold(written);
      }
      watchers.forEach(Open::close);
    }
  }

  @Test
  default void watchersOfManyRecordsAreToldOfTheirOwn() throws Exception {
    if (!can(Capability.WATCHER)) {
      return;
    }
    try (CheckedBinding opened = stage().open(2)) {
      List<Watched> records = new ArrayList<>();
      for (int record = 0; record < RECORDS; record++) {
        Key key = Keys.next();
        insert(opened, List.of(key));
        List<Open> watchers = openAll(opened, new WatchTarget.Single(key), false);
        records.add(new Watched(key, watchers, new ArrayList<>()));
      }

      for (int round = 0; round < ROUNDS_OF_ALL; round++) {
        // All records at a time.
        List<Operation.WatchedUpdate> updates = new ArrayList<>();
        List<Answer> answers = new ArrayList<>();
        for (Watched each : records) {
          updates.add(update(each.key(), 2 + round));
          answers.add(opened.submit(answers.size(), updates.getLast()));
        }
        for (int record = 0; record < RECORDS; record++) {
          long version = version(updates.get(record), answers.get(record));
          records.get(record).written().add(version);
        }
      }
      for (Watched record : records) {
        for (Open each : record.watchers()) {
          each.assertTold(record.written());
          each.close();
        }
      }
    }
  }

  @Test
  default void aWatcherOfAllRecordsIsToldOfEachOfThem() throws Exception {
    if (!can(Capability.WATCHER) || !can(Capability.WATCHER_ALL)) {
      return;
    }
    try (CheckedBinding elsewhere = stage().open(1);
        CheckedBinding opened = stage().open(2)) {
      List<Key> keys = Stream.generate(Keys::next).limit(RECORDS).toList();
      insert(opened, keys);
      insert(elsewhere, keys);
      List<Open> watchers = openAll(opened, new WatchTarget.All(), false);

      write(elsewhere, keys, RECORDS);
      List<Long> written = write(opened, keys, RECORDS * ROUNDS_OF_ALL);
      for (Open each : watchers) {
        each.assertTold(written);
      }
      watchers.forEach(Open::close);
    }
  }

  @Test
  default void oneShotWatchesAreSetAgain() throws Exception {
    if (!can(Capability.WATCHER) || !can(Capability.WATCHER_ONCE)) {
      return;
    }
    try (CheckedBinding opened = stage().open(2)) {
      Key key = Keys.next();
      Key other = Keys.next();
      insert(opened, List.of(key, other));
      List<Open> watchers = openAll(opened, new WatchTarget.Single(key), true);
      assertThat(watchers).allMatch(each -> each.watcher().coalesces());

      List<Long> written = new ArrayList<>(write(opened, List.of(key), WRITES));
      for (Open each : watchers) {
        each.assertTold(written);
        each.log().awaitOpen();
      }
      // Watches that are set again report immediately.
      written.addAll(write(opened, List.of(key), 1));
      write(opened, List.of(other), 1);
      for (Open each : watchers) {
        each.assertTold(written);
        each.log().awaitOpen();
        List<WatchLog.Kind> pauses =
            each.log().kinds().stream().filter(kind -> kind != WatchLog.Kind.CHANGED).toList();
        assertThat(pauses).hasSizeGreaterThan(1);
        assertThat(IntStream.range(0, pauses.size()).boxed())
            .allMatch(
                index ->
                    pauses.get(index)
                        == (index % 2 == 0 ? WatchLog.Kind.OPENED : WatchLog.Kind.REARMING));
      }
      watchers.forEach(Open::close);
    }
  }

  /** Submits a change of a group, and returns its version. */
  private static long change(CheckedBinding opened, Session session, Operation operation)
      throws Exception {
    Answer answer = opened.submit(session, operation).assertOk();
    return answer.version();
  }

  @Test
  default void everyWatcherOfAGroupSeesItsMembersComeAndGo() throws Exception {
    Key group = Keys.next();
    Key other = Keys.next();
    try (CheckedBinding opened = stage().open(2)) {
      Session one = opened.binding().openSession(0);
      Session two = opened.binding().openSession(1);
      if (!can(Capability.MEMBERSHIP)) {
        Refused.assertInvalid(
            opened.submit(one, new Operation.JoinGroup(1, group, Keys.next(), Values.of(1))));
        Refused.assertInvalid(opened.submit(one, new Operation.LeaveGroup(1, group, Keys.next())));
        assertRefused(new WatchTarget.Group(group), false);
        return;
      }
      List<Open> watchers = openAll(opened, new WatchTarget.Group(group), false);
      Operation grant = new Operation.GrantLease(Duration.ofSeconds(30));
      long lease = change(opened, one, grant);
      long second = change(opened, two, grant);
      Key member = Keys.next();

      List<Long> seen = new ArrayList<>();
      for (int round = 0; round < ROUNDS_OF_ALL; round++) {
        Key passing = Keys.next();
        seen.add(change(opened, one, new Operation.JoinGroup(lease, group, passing, Values.of(1))));
        change(opened, two, new Operation.JoinGroup(second, other, passing, Values.of(1)));
        seen.add(change(opened, one, new Operation.LeaveGroup(lease, group, passing)));
        assertThat(opened.status(one, new Operation.LeaveGroup(lease, group, passing)))
            .isEqualTo(Outcome.NOT_FOUND);
      }
      seen.add(change(opened, two, new Operation.JoinGroup(second, group, member, Values.of(9))));
      assertThat(seen).isSorted().doesNotHaveDuplicates();
      for (Open each : watchers) {
        each.assertTold(seen);
      }
      watchers.forEach(Open::close);

      opened.submit(two, new Operation.RevokeLease(second)).assertOk();
      assertThat(opened.status(two, new Operation.LeaveGroup(second, group, member)))
          .as("a member goes with its lease")
          .isEqualTo(Outcome.NOT_FOUND);
      assertThat(opened.status(two, new Operation.JoinGroup(second, group, member, Values.of(1))))
          .isEqualTo(Outcome.NOT_FOUND);
    }
  }

  @Test
  default void aWatchFromAnEarlierVersionEndsWhenItHasCaughtUp() throws Exception {
    try (CheckedBinding opened = stage().open(2)) {
      Key key = Keys.next();
      Key other = Keys.next();
      insert(opened, List.of(key, other));
      if (!can(Capability.WATCHER_REPLAY)) {
        Refused.assertInvalid(opened.submit(0, new Operation.ReplayWatch(key, 1, 1)));
        return;
      }
      List<Long> written = write(opened, List.of(key), ROUNDS_OF_ALL);
      for (int first = 0; first < written.size(); first++) {
        Operation replay =
            new Operation.ReplayWatch(key, written.get(first), written.size() - first);
        opened.submit(first, replay).assertOk();
      }

      Answer further =
          opened.submit(0, new Operation.ReplayWatch(key, written.getFirst(), written.size() + 1));
      write(opened, List.of(other), 1);
      assertThat(further.isThere()).as("caught up with a write that was not made").isFalse();
      write(opened, List.of(key), 1);
      further.assertOk();
    }
  }

  @Test
  default void aClosedWatcherIsToldNothingMore() throws Exception {
    if (!can(Capability.WATCHER)) {
      return;
    }
    try (CheckedBinding opened = stage().open(2)) {
      Key key = Keys.next();
      insert(opened, List.of(key));
      List<Open> watchers = openAll(opened, new WatchTarget.Single(key), false);
      List<Long> written = new ArrayList<>(write(opened, List.of(key), 3));
      for (Open each : watchers) {
        each.assertTold(written);
      }

      // One of two on each stream but the last, and both on that.
      List<Open> closed =
          Stream.concat(watchers.stream().limit(STREAMS), Stream.of(watchers.getLast())).toList();
      List<Open> left = watchers.stream().filter(each -> !closed.contains(each)).toList();
      closed.forEach(Open::close);
      List<List<WatchLog.Call>> before = closed.stream().map(each -> each.log().calls()).toList();
      written.addAll(write(opened, List.of(key), 3));
      for (Open each : left) {
        each.assertTold(written);
      }
      // Others are opened where none is left.
      try (Open again = open(opened, STREAMS - 1, new WatchTarget.Single(key), false)) {
        again.log().awaitOpen();
        List<Long> more = write(opened, List.of(key), 3);
        again.assertTold(more);
        written.addAll(more);
        for (Open each : left) {
          each.assertTold(written);
        }
      }
      assertThat(closed.stream().map(each -> each.log().calls()).toList()).isEqualTo(before);
      closed.forEach(Open::close);
      left.forEach(Open::close);
      opened.binding().awaitReleases(RunningSubject.CONNECT_LIMIT);
    }
  }
}
