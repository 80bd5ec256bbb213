package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.KeySpace;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of the removal of all keys with a prefix, and of no others; or of its rejection. */
interface KeySpaceContract extends ContractBase {
  /** More than any binding removes at once. */
  int MANY = 5_300;

  int IN_FLIGHT = 200;

  int LONG_KEY = 256;

  @Test
  default void itsKeysAreRemovedAndNoOthers() throws Exception {
    try (CheckedBinding before = stage().open(1);
        CheckedBinding opened = stage().open(2);
        CheckedBinding after = stage().open(1)) {
      if (!stage().removesKeys()) {
        assertThatThrownBy(opened.binding()::keySpace)
            .isInstanceOf(BindingException.class)
            .hasMessageNotContaining("Exception")
            .message()
            .isNotBlank();
        return;
      }
      Key neighbour = Keys.next();
      before.insert(neighbour, Values.of(10));
      after.insert(neighbour, Values.of(10));
      try (KeySpace space = opened.binding().keySpace()) {
        assertThat(space.isWholeStore()).isFalse();
        assertThat(space.areas()).isNotEmpty().doesNotContain("", "/");
        assertThat(space.count()).isZero();
        assertThat(space.removeSome()).isZero();

        long written = fill(opened);
        assertThat(space.count()).isEqualTo(written);
        written += coordinate(opened);
        assertThat(space.count()).isGreaterThanOrEqualTo(written);
        assertThat(removeAll(space)).isGreaterThanOrEqualTo(written);
        assertThat(space.count()).isZero();
        assertThat(opened.keys()).isZero();

        opened.insert(Keys.next(), Values.of(10));
        assertThat(removeAll(space)).isEqualTo(1);
      }
      before.assertFound(neighbour, Values.of(10));
      after.assertFound(neighbour, Values.of(10));
    }
  }

  /** Writes small records, and some of the largest size; returns how many. */
  private long fill(CheckedBinding opened) throws Exception {
    Value largest = Values.of(sizes().max().orElseThrow());
    List<Value> values = new ArrayList<>(List.of(largest, largest, largest));
    while (values.size() < MANY) {
      values.add(Values.of(1));
    }
    for (int from = 0; from < MANY; from += IN_FLIGHT) {
      List<Answer> answers = new ArrayList<>();
      for (int at = from; at < Math.min(MANY, from + IN_FLIGHT); at++) {
        answers.add(opened.submit(at, new Operation.Insert(key(values.get(at)), values.get(at))));
      }
      for (Answer answer : answers) {
        answer.assertOk();
      }
    }
    return MANY;
  }

  /**
   * The keys have over a megabyte together, which some servers' clients do not read. A largest
   * value leaves no room for a long key.
   */
  private Key key(Value value) {
    int longest = Math.min(LONG_KEY, stage().facts().keys().longest().orElse(LONG_KEY));
    return value.size() > 1 ? Keys.next() : Key.of(Keys.next() + "-".repeat(longest - Keys.LENGTH));
  }

  /** Takes a lock and leads an election, if supported; returns the number of their keys. */
  private long coordinate(CheckedBinding opened) throws Exception {
    long keys = 0;
    for (Ownership ownership : Ownership.values()) {
      if (can(ownership == Ownership.LOCK ? Capability.LOCK : Capability.ELECTION)) {
        Operation.Lock lock = CoordinationContract.lock(Keys.next(), ownership);
        opened.submit(0, lock).assertOk();
        keys++;
      }
    }
    return keys;
  }

  private static long removeAll(KeySpace space) throws Exception {
    long all = 0;
    for (long some = space.removeSome(); some > 0; some = space.removeSome()) {
      all += some;
    }
    return all;
  }
}
