package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.WatcherPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of deliveries with scripted delays, losses and disorder, on an exact clock. */
@Timeout(60)
final class WatchDeliveryTest extends ClockedPhaseTests {
  private static final long ACKNOWLEDGED = 2 * MILLI;

  private int written;

  /** The script of the deliveries of a write. */
  private interface Script {
    void play(int write, Store store);
  }

  /** A store that acknowledges writes after 2 ms, with scripted deliveries to watchers. */
  private final class Store implements Binding {
    private final Script script;
    private final boolean coalescing;
    private final List<Value> values = new ArrayList<>();
    private boolean versions = true;
    private final List<WatchListener> listeners = new ArrayList<>();
    private final List<WatcherRequest> requests = new ArrayList<>();
    private int writes;
    private Runnable onWatch = () -> {};
    private long openingMillis;

    Store(Script script, boolean coalescing) {
      this.script = script;
      this.coalescing = coalescing;
    }

    void tell(int watcher, long version, long millis) {
      clock.after(millis * MILLI, () -> changed(listeners.get(watcher), version));
    }

    private void changed(WatchListener listener, long version) {
      if (versions) {
        listener.changed(version);
      } else {
        listener.changed(values.get((int) version - 1).toByteBuffer(), 100 + version);
      }
    }

    @Override
    public Session openSession(int client) {
      return (operation, completion) -> {
        int write = ++writes;
        values.add(((Operation.WatchedUpdate) operation).value());
        clock.after(
            ACKNOWLEDGED,
            () -> {
              if (versions) {
                completion.granted(write);
              } else {
                completion.succeeded(Outcome.OK);
              }
            });
        script.play(write, this);
      };
    }

    @Override
    public Watcher watch(WatcherRequest request, WatchListener listener) {
      requests.add(request);
      listeners.add(listener);
      if (listeners.size() == 2) {
        onWatch.run();
      }
      if (openingMillis == 0) {
        listener.opened();
      } else {
        clock.after(openingMillis * listeners.size() * MILLI, listener::opened);
      }
      return new Watcher() {
        @Override
        public boolean coalesces() {
          return coalescing;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public List<ServerState> servers() {
      return List.of();
    }

    @Override
    public String clientLibrary() {
      return "watched";
    }

    @Override
    public void close() {}
  }

  private PhaseMeasurement watch(int writes, Store store) throws Exception {
    return conduct(watched(writes), store, this::write);
  }

  /** Returns a write of a unique value. */
  private Operation write() {
    byte[] value = ByteBuffer.allocate(17).putInt(7, ++written).array();
    return new Operation.WatchedUpdate(KEY, Value.of(value));
  }

  /** Returns the plan of a phase with two watchers. */
  private static PhasePlan watched(int writes) {
    WatcherPlan two = new WatcherPlan(List.of(new WatchTarget.Single(KEY)), 2, 8, false);
    return closed(1, writes).with(Optional.of(two));
  }

  private PhaseMeasurement watch(int writes, Script script) throws Exception {
    return watch(true, writes, script);
  }

  /**
   * @param versions whether writes are answered with versions; otherwise values identify them
   */
  private PhaseMeasurement watch(boolean versions, int writes, Script script) throws Exception {
    Store store = new Store(script, false);
    store.versions = versions;
    return watch(writes, store);
  }

  private static DeliveryCounts deliveries(PhaseMeasurement measured) {
    return measured.ownership().deliveries().orElseThrow();
  }

  private static long max(PhaseMeasurement measured, OperationType type) {
    return measured.recorded().operations().get(type).get(Outcome.OK).service().maxNanos();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void deliveriesAreTimedFromTheWriteAndFromItsAcknowledgement(boolean versions) throws Exception {
    PhaseMeasurement measured =
        watch(
            versions,
            5,
            (write, store) -> {
              store.tell(0, write, 300);
              store.tell(1, write, 300);
            });

    assertThat(deliveries(measured))
        .isEqualTo(
            new DeliveryCounts(10, 10, 0, 0, 0, 0, 0, 0, OptionalLong.of(0), Optional.empty()));
    assertTime(max(measured, OperationType.WATCH_DELIVERY), 300 * MILLI);
    assertTime(max(measured, OperationType.WATCH_LAG), 298 * MILLI);
    assertThat(measured.recorded().count(OperationType.WATCH_DELIVERY, Outcome.OK)).isEqualTo(10);
    assertThat(measured.recorded().count(OperationType.WATCH_CREATE, Outcome.OK)).isEqualTo(2);
    assertThat(measured.requests()).isEqualTo(5);
  }

  @Test
  void whileWatchersAreBeingOpenedTheListenerIsToldHowMany() throws Exception {
    Store slow =
        new Store(
            (write, store) -> {
              store.tell(0, write, 1);
              store.tell(1, write, 1);
            },
            false);
    slow.openingMillis = 1500; // the first after 1.5 s, the second after 3 s
    List<String> told = new ArrayList<>();
    IntervalListener listener =
        new IntervalListener() {
          @Override
          public void waiting(String what, long done, long all, long nanos) {
            told.add("%s %d of %d after %d s".formatted(what, done, all, nanos / SECOND));
          }

          @Override
          public void ended(Interval interval) {}
        };

    // Time advances before there are any clients.
    PhaseMeasurement measured =
        clock.conduct(0, () -> run(watched(1), slow, this::write, listener));

    assertThat(told)
        .startsWith("opening watchers 0 of 2 after 1 s", "opening watchers 1 of 2 after 2 s");
    assertThat(deliveries(measured).delivered()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeliveryBeforeTheAcknowledgementIsTimedFromTheWrite(boolean versions) throws Exception {
    PhaseMeasurement measured =
        watch(
            versions,
            3,
            (write, store) -> {
              store.tell(0, write, 1);
              store.tell(1, write, 1);
            });

    assertThat(deliveries(measured).delivered()).isEqualTo(6);
    assertTime(max(measured, OperationType.WATCH_DELIVERY), MILLI);
    assertThat(max(measured, OperationType.WATCH_LAG)).isLessThan(1_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lossesDuplicatesAndDisorderAreCountedExactly(boolean versions) throws Exception {
    PhaseMeasurement measured =
        watch(
            versions,
            6,
            (write, store) -> {
              store.tell(0, write, write == 3 ? 100 : 3);
              if (write != 2 && write != 5) {
                store.tell(1, write, 3);
              }
              if (write == 4) {
                store.tell(1, write, 4);
              }
            });

    DeliveryCounts counts = deliveries(measured);
    assertThat(counts.expected()).isEqualTo(12);
    assertThat(counts.delivered()).isEqualTo(10);
    assertThat(counts.lost()).isEqualTo(2);
    assertThat(counts.duplicated()).isEqualTo(1);
    assertThat(counts.reordered()).isEqualTo(1);
    assertThat(counts.coalesced()).isZero();
    assertThat(counts.first()).isPresent();
  }

  @Test
  void aWatcherOfTheLatestStateCoalescesAndLosesOnlyTheLast() throws Exception {
    PhaseMeasurement measured =
        watch(
            6,
            new Store(
                (write, store) -> {
                  if (write % 2 == 0) {
                    store.tell(0, write, 3);
                  }
                  if (write < 6) {
                    store.tell(1, write, 3);
                  }
                },
                true));

    DeliveryCounts counts = deliveries(measured);
    assertThat(counts.coalesced()).isEqualTo(3);
    assertThat(counts.lost()).isEqualTo(1);
    assertThat(counts.delivered()).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsDeliveredMuchLaterIsLost(boolean versions) throws Exception {
    PhaseMeasurement measured =
        watch(
            versions,
            1,
            (write, store) -> {
              store.tell(0, write, 9_000);
              store.tell(1, write, 20_000);
            });

    assertThat(deliveries(measured).delivered()).isEqualTo(1);
    assertThat(deliveries(measured).lost()).isEqualTo(1);
  }

  /** A binding that retries repeatedly reports an interruption each time. */
  @Test
  void aWatcherThatIsInterruptedAlreadyIsCountedOnce() throws Exception {
    PhaseMeasurement measured =
        watch(
            1,
            (write, store) -> {
              WatchListener first = store.listeners.getFirst();
              clock.after(MILLI, first::interrupted);
              clock.after(2 * MILLI, first::interrupted);
              clock.after(3 * MILLI, first::opened);
              store.tell(0, write, 4);
              store.tell(1, write, 4);
            });

    assertThat(deliveries(measured).interruptions()).isEqualTo(1);
  }

  /** An interrupted watcher may legitimately miss deliveries; another one may not. */
  @Test
  void faultsOfWatchersThatWereNotInterruptedAreCountedApart() throws Exception {
    PhaseMeasurement measured =
        watch(
            3,
            (write, store) -> {
              if (write == 1) {
                clock.after(MILLI, store.listeners.getFirst()::interrupted);
                clock.after(2 * MILLI, store.listeners.getFirst()::opened);
              } else {
                store.tell(0, write, 4);
              }
              store.tell(1, write, 4);
              if (write == 3) {
                store.tell(1, write, 5);
              }
            });

    DeliveryCounts counts = deliveries(measured);
    assertThat(counts.lost()).isEqualTo(1);
    assertThat(counts.duplicated()).isEqualTo(1);
    assertThat(counts.faultsOfStore()).isEqualTo(1);
    assertThat(counts.first()).hasValueSatisfying(first -> assertThat(first).contains("twice"));
  }

  @Test
  void whileDeliveriesAreAwaitedTheListenerIsToldHowMany() throws Exception {
    List<String> told = new ArrayList<>();
    IntervalListener listener =
        new IntervalListener() {
          @Override
          public void waiting(String what, long done, long all, long nanos) {
            told.add("%s %d of %d".formatted(what, done, all));
          }

          @Override
          public void ended(Interval interval) {}
        };
    Store slow =
        new Store(
            (write, store) -> {
              store.tell(0, write, 1);
              store.tell(1, write, 2_500);
            },
            false);

    clock.conduct(1, () -> run(watched(1), slow, this::write, listener));

    assertThat(told).contains("waiting for deliveries 0 of 1").hasSizeBetween(1, 3);
  }

  @Test
  void deliveriesThatKeepComingAreWaitedFor() throws Exception {
    PhaseMeasurement measured =
        watch(
            1,
            (write, store) -> {
              store.tell(0, write, 9_000);
              store.tell(1, write, 18_000);
            });

    assertThat(deliveries(measured).delivered()).isEqualTo(2);
    assertThat(deliveries(measured).lost()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptedPhaseDoesNotExpectWhatIsStillOnItsWay(boolean versions) throws Exception {
    PhaseMeasurement measured =
        watch(
            versions,
            3,
            (write, store) -> {
              store.tell(0, write, 3);
              if (write == 2) {
                store.tell(1, write, 3);
              }
              if (write == 3) {
                clock.after(4 * MILLI, stop::give);
              }
            });

    DeliveryCounts counts = deliveries(measured);
    assertThat(counts.expected()).isEqualTo(5);
    assertThat(counts.delivered()).isEqualTo(4);
    assertThat(counts.lost()).isEqualTo(1);
  }

  @Test
  void gapsAndInterruptionsAreTimed() throws Exception {
    PhaseMeasurement measured =
        watch(
            2,
            (write, store) -> {
              store.tell(0, write, 3);
              store.tell(1, write, 40);
              WatchListener listener = store.listeners.get(0);
              int gap = write == 1 ? 4 : 14;
              clock.after(gap * MILLI, write == 1 ? listener::rearming : listener::interrupted);
              clock.after((gap + 7) * MILLI, listener::opened);
            });

    assertTime(max(measured, OperationType.WATCH_REARM), 7 * MILLI);
    assertTime(max(measured, OperationType.WATCH_RESUME), 7 * MILLI);
    assertThat(deliveries(measured).interruptions()).isEqualTo(1);
  }

  @Test
  void watchersOfOneRecordAreOnDifferentStreams() throws Exception {
    Store store =
        new Store(
            (write, told) -> {
              told.tell(0, write, 3);
              told.tell(1, write, 3);
            },
            false);
    watch(1, store);

    assertThat(store.requests).extracting(WatcherRequest::stream).containsExactly(0, 1);
  }

  @Test
  void aWatcherThatCannotBeOpenedEndsThePhaseBeforeItBegins() {
    Store store = new Store((write, told) -> {}, false);
    store.onWatch =
        () -> store.listeners.get(1).failed(ErrorKind.UNAUTHORIZED, "permission denied");

    assertThatThrownBy(() -> watch(1, store))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("permission denied");
    assertThat(store.writes).isZero();
  }

  @Test
  void otherRecordsAreNotExpected() throws Exception {
    Store store = new Store((write, told) -> {}, false);
    WatcherPlan other =
        new WatcherPlan(List.of(new WatchTarget.Single(Key.of("other"))), 1, 1, false);
    PhaseMeasurement measured = conduct(closed(1, 3).with(Optional.of(other)), store, this::write);

    assertThat(deliveries(measured).expected()).isZero();
  }
}
