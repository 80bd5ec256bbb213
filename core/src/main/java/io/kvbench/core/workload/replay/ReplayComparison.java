package io.kvbench.core.workload.replay;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.check.ValueCheck;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of the answers to replayed operations with those in the recording. For one run;
 * thread-safe.
 */
public final class ReplayComparison implements ValueCheck {

  /**
   * A difference between answers.
   *
   * @param count its occurrences
   */
  public record Miss(OperationType type, Status recorded, Status replayed, long count) {}

  private record Kind(OperationType type, Status recorded, Status replayed) {}

  private final LongAdder compared = new LongAdder();
  private final Map<Kind, LongAdder> misses = new ConcurrentHashMap<>();

  /** Returns how many operations had an answer in both the trace and the replay. */
  public long compared() {
    return compared.sum();
  }

  /** Returns the differences between answers, the most frequent first. */
  public List<Miss> misses() {
    return misses.entrySet().stream()
        .map(
            entry ->
                new Miss(
                    entry.getKey().type,
                    entry.getKey().recorded,
                    entry.getKey().replayed,
                    entry.getValue().sum()))
        .sorted(
            Comparator.comparingLong(Miss::count)
                .reversed()
                .thenComparing(miss -> miss.type)
                .thenComparing(miss -> miss.recorded.name())
                .thenComparing(miss -> miss.replayed.name()))
        .toList();
  }

  @Override
  public Follower follow() {
    return new OneClient();
  }

  /** The comparison of one client, which has one operation in flight at a time. */
  private final class OneClient implements Follower, SentOperation {
    private @Nullable RecordedKey key;

    @Override
    public SentOperation send(Operation operation) {
      key = operation.key() instanceof RecordedKey recorded ? recorded : null;
      return this;
    }

    @Override
    public Optional<String> objection(ByteBuffer value) {
      return Optional.empty();
    }

    @Override
    public void ended(Status status) {
      RecordedKey sent = key;
      if (sent == null || sent.answer().isEmpty()) {
        return;
      }
      compared.increment();
      Status recorded = sent.answer().get();
      if (!recorded.equals(status)) {
        misses
            .computeIfAbsent(new Kind(sent.recorded(), recorded, status), kind -> new LongAdder())
            .increment();
      }
    }
  }
}
