package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.check.ValueCheck;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the versions and records that reach the check of a client's answers. */
@Timeout(60)
final class CheckedAnswersTest extends PhaseTests {
  private static final Operation.Scan SCAN = new Operation.Scan(KEY, 10, ReadConsistency.DEFAULT);

  /** What the check was told, in order. */
  private final List<String> told = new CopyOnWriteArrayList<>();

  private final class Checked implements ValueCheck.SentOperation, FoundRecords {
    @Override
    public Optional<String> objection(ByteBuffer value) {
      throw new AssertionError("without a version");
    }

    @Override
    public Optional<String> objection(ByteBuffer value, long version) {
      told.add("read " + version);
      return Optional.empty();
    }

    @Override
    public @Nullable FoundRecords receiver() {
      return this;
    }

    @Override
    public void found(Key key, ByteBuffer value, long version) {
      told.add("found " + key + " " + version);
    }

    @Override
    public void missing(Key key) {
      told.add("missing " + key);
    }

    @Override
    public void wrote(long version) {
      told.add("wrote " + version);
    }

    @Override
    public void ended(Status status) {
      told.add("ended " + status);
    }
  }

  private PhaseMeasurement run(ScriptedBinding.Script script, ValueCheck check, Request request)
      throws Exception {
    return new PhaseRunner(NanoClock.system(), LIMITS, check)
        .run(
            closed(1, 1),
            new ScriptedBinding(script),
            client -> () -> request,
            stop,
            intervals::add);
  }

  private PhaseMeasurement checked(ScriptedBinding.Script script, Request request)
      throws Exception {
    return run(script, () -> operation -> new Checked(), request);
  }

  @Test
  void aWriteHasItsVersion() throws Exception {
    PhaseMeasurement measured =
        checked((index, operation, completion) -> completion.wrote(7), UPDATE);

    assertThat(told).containsExactly("wrote 7", "ended OK");
    assertThat(measured.recorded().count(OperationType.UPDATE, Outcome.OK)).isEqualTo(1);
  }

  @Test
  void aWriteMayBeAcknowledgedByAnyThread() throws Exception {
    checked(
        (index, operation, completion) -> Thread.ofVirtual().start(() -> completion.wrote(7)),
        UPDATE);

    assertThat(told).containsExactly("wrote 7", "ended OK");
  }

  @Test
  void aReadHasTheVersionOfItsRecordWhichIsNotTheOneToCompare() throws Exception {
    ByteBuffer value = ByteBuffer.wrap(new byte[1]);
    checked((index, operation, completion) -> completion.found(value, 3, 70, 0), READ);
    checked((index, operation, completion) -> completion.found(value, 3), READ);

    assertThat(told).containsExactly("read 70", "ended OK", "read 0", "ended OK");
  }

  @Test
  void aScanPassesItsRecordsOn() throws Exception {
    checked(
        (index, operation, completion) -> {
          FoundRecords receiver = completion.receiver();
          assertThat(receiver).isNotNull();
          receiver.found(KEY, ByteBuffer.wrap(new byte[1]), 5);
          receiver.missing(Key.of("other"));
          completion.scanned(1);
        },
        SCAN);

    assertThat(told).containsExactly("found key 5", "missing other", "ended OK");
  }

  @Test
  void withoutACheckRecordsAreNotDecoded() throws Exception {
    List<Boolean> needed = new CopyOnWriteArrayList<>();
    PhaseMeasurement measured =
        run(
            (index, operation, completion) -> {
              needed.add(completion.receiver() != null);
              completion.wrote(9);
            },
            ScriptedBinding.objecting(value -> true),
            UPDATE);

    assertThat(needed).containsExactly(false);
    assertThat(measured.recorded().count(OperationType.UPDATE, Outcome.OK)).isEqualTo(1);
  }

  @Test
  void afterTheEndNothingIsPassedOn() throws Exception {
    checked(
        (index, operation, completion) -> {
          completion.wrote(1);
          completion.wrote(2);
          assertThat(completion.receiver()).isNull();
        },
        UPDATE);

    assertThat(told).contains("wrote 1", "ended OK").doesNotContain("wrote 2");
  }

  @Test
  void aCombinedCheckTellsBoth() throws Exception {
    ValueCheck one = () -> operation -> new Checked();
    run(
        (index, operation, completion) -> completion.wrote(4),
        ScriptedBinding.objecting(value -> true).with(one),
        UPDATE);
    run(
        (index, operation, completion) -> {
          assertThat(completion.receiver()).isNotNull();
          completion.scanned(1);
        },
        ScriptedBinding.objecting(value -> true).with(one),
        SCAN);

    assertThat(told).containsExactly("wrote 4", "ended OK", "ended OK");
  }

  @Test
  void theTimesOfAnOperationContainItsAnswer() throws Exception {
    List<Long> times = new CopyOnWriteArrayList<>();
    ValueCheck.SentOperation timed =
        new ValueCheck.SentOperation() {
          @Override
          public Optional<String> objection(ByteBuffer value) {
            return Optional.empty();
          }

          @Override
          public void ended(Status status) {
            throw new AssertionError("without a time");
          }

          @Override
          public void ended(Status status, long nanos) {
            times.add(nanos);
          }
        };
    ValueCheck.Follower follower =
        new ValueCheck.Follower() {
          @Override
          public ValueCheck.SentOperation send(Operation operation) {
            throw new AssertionError("without a time");
          }

          @Override
          public ValueCheck.SentOperation send(Operation operation, long nanos) {
            times.add(nanos);
            return timed;
          }
        };
    run(
        (index, operation, completion) -> {
          times.add(NanoClock.system().nanos());
          completion.wrote(4);
          times.add(NanoClock.system().nanos());
        },
        ScriptedBinding.objecting(value -> true).with(() -> follower),
        UPDATE);

    // Sent, submitted, returned, ended: the time of the end is that of the answer.
    assertThat(times).hasSize(4);
    assertThat(times.get(0)).isLessThanOrEqualTo(times.get(1));
    assertThat(times.get(3)).isBetween(times.get(1), times.get(2));
  }

  @Test
  void bothChecksSeeEachValue() throws Exception {
    ValueCheck one = () -> operation -> new Checked();
    run(
        (index, operation, completion) -> completion.found(ByteBuffer.wrap(new byte[1]), 3, 70, 0),
        ScriptedBinding.objecting(value -> true).with(one),
        READ);

    assertThat(told).containsExactly("read 70", "ended WRONG_VALUE");
  }
}
