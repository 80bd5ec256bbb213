package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcesses;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of watchers that are specific to d-engine. */
@Timeout(180)
class WatchersIT {
  private static final Map<String, String> IMPATIENT = Map.of("dengine.requesttimeout", "2s");
  private static final Key KEY = Key.of("k");
  private static final WatchTarget SINGLE = new WatchTarget.Single(KEY);

  @TempDir private Path directory;

  /** A listener that records its calls as text, and the versions. */
  private static final class Told implements WatchListener {
    private final LinkedBlockingQueue<String> calls = new LinkedBlockingQueue<>();
    private final List<Long> versions = new CopyOnWriteArrayList<>();

    @Override
    public void opened() {
      calls.add("opened");
    }

    @Override
    public void changed(long version) {
      calls.add("a version without a value");
    }

    @Override
    public void changed(ByteBuffer value, long version) {
      versions.add(version);
      calls.add("changed " + value.getLong());
    }

    @Override
    public void rearming() {
      calls.add("rearming");
    }

    @Override
    public void interrupted() {
      calls.add("interrupted");
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      calls.add("failed " + kind + " " + message);
    }

    String next() throws InterruptedException {
      return String.valueOf(calls.poll(60, TimeUnit.SECONDS));
    }

    /** Waits, despite interruptions, until it watches. */
    boolean awaitOpened() throws InterruptedException {
      String call = next();
      while (call.equals("interrupted")) {
        call = next();
      }
      return call.equals("opened");
    }

    /** Waits for a call, skipping writes that failed but were applied. */
    boolean awaitLast(String last) throws InterruptedException {
      String call = next();
      while (!call.equals(last) && call.matches("opened|interrupted|changed \\d+")) {
        call = next();
      }
      return call.equals(last);
    }

    void expect(String... expected) throws InterruptedException {
      for (String each : expected) {
        assertThat(next()).isEqualTo(each);
      }
    }
  }

  private static Answer write(Session session, long number) {
    Answer answer = new Answer();
    byte[] value = ByteBuffer.allocate(20).putLong(number).array();
    session.submit(new Operation.WatchedUpdate(KEY, Value.of(value)), answer);
    return answer;
  }

  private static Told watch(Binding binding, int stream) throws Exception {
    Told told = new Told();
    binding.watch(new WatcherRequest(stream, SINGLE, false), told);
    return told;
  }

  /** The answer has no version, but the event has the position in the log. */
  @Test
  void anEventHasTheValueOfItsWriteAndAPositionThatGrows() throws Exception {
    try (RunningServers server = RealDEngine.single(directory);
        Binding binding = TestConfig.open(server.endpoints(), Map.of())) {
      Session session = binding.openSession(0);
      Told told = watch(binding, 0);
      told.expect("opened");
      for (long number = 1; number <= 5; number++) {
        Answer answer = write(session, number);
        assertThat(answer.status()).isEqualTo(Outcome.OK);
        assertThat(answer.version()).isZero();
        told.expect("changed " + number);
      }
      Answer deleted = new Answer();
      session.submit(new Operation.Delete(KEY), deleted);
      assertThat(deleted.status()).isEqualTo(Outcome.OK);
      write(session, 6);
      told.expect("changed 6");
      assertThat(told.versions).isSorted().doesNotHaveDuplicates().hasSize(6);
    }
  }

  /** A server serves 100 calls on a connection, and would block further ones. */
  @Test
  void watchersOfAStreamAreNotLimitedByOneConnection() throws Exception {
    try (RunningServers server = RealDEngine.single(directory);
        Binding binding = TestConfig.open(server.endpoints(), Map.of())) {
      List<Told> all = new ArrayList<>();
      for (int watcher = 0; watcher < 250; watcher++) {
        all.add(watch(binding, 0));
      }
      for (Told told : all) {
        told.expect("opened");
      }
      write(binding.openSession(0), 1);
      for (Told told : all) {
        told.expect("changed 1");
      }
    }
  }

  @Test
  void everyServerReportsTheSameAndAnotherOneTakesOver() throws Exception {
    try (RunningServers cluster = RealDEngine.cluster(directory);
        Binding binding = TestConfig.open(cluster.endpoints(), IMPATIENT)) {
      Session session = binding.openSession(0);
      List<Told> all = new ArrayList<>(List.of(watch(binding, 0)));
      List<Binding> single = new ArrayList<>();
      for (String endpoint : cluster.endpoints()) {
        single.add(TestConfig.open(List.of(endpoint), Map.of()));
        all.add(watch(single.getLast(), 0));
      }
      for (Told told : all) {
        told.expect("opened");
      }
      for (long number = 1; number <= 3; number++) {
        assertThat(write(session, number).status()).isEqualTo(Outcome.OK);
        for (Told told : all) {
          told.expect("changed " + number);
        }
      }
      assertThat(all).allMatch(told -> told.versions.equals(all.getFirst().versions));
      single.forEach(Binding::close);
      for (Told told : all.subList(1, all.size())) {
        assertThat(told.next()).startsWith("failed CONNECTION_LOST");
      }

      // The first watcher's server.
      ((ServerProcesses) cluster).members().getFirst().kill();
      all.getFirst().expect("interrupted");
      assertThat(all.getFirst().awaitOpened()).isTrue();
      long number = 4;
      while (write(session, number).status() != Outcome.OK) {
        number++;
      }
      assertThat(all.getFirst().awaitLast("changed " + number)).isTrue();
    }
  }

  @Test
  void goesOnWhenTheServerIsBack() throws Exception {
    try (RunningServers server = RealDEngine.single(directory);
        Binding binding = TestConfig.open(server.endpoints(), IMPATIENT)) {
      Told told = watch(binding, 0);
      told.expect("opened");
      server.kill();
      told.expect("interrupted");
      server.restart();
      assertThat(told.awaitOpened()).isTrue();
      Session session = binding.openSession(0);
      long number = 1;
      while (write(session, number).status() != Outcome.OK) {
        number++;
      }
      assertThat(told.awaitLast("changed " + number)).isTrue();
    }
  }

  @Test
  void refusesWhatItCannotWatch() throws Exception {
    try (RunningServers server = RealDEngine.single(directory);
        Binding binding = TestConfig.open(server.endpoints(), Map.of("dengine.prefix", "p"))) {
      assertThatThrownBy(() -> binding.watch(new WatcherRequest(0, SINGLE, true), new Told()))
          .isInstanceOf(BindingException.class)
          .hasMessageContaining("watch.once");
      Told told = new Told();
      binding.watch(new WatcherRequest(0, new WatchTarget.All(), false), told);
      assertThat(told.next()).startsWith("failed INVALID").contains("prefix must start with '/'");
    }
  }
}
