package io.kvbench.core.workload.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the number of the keys user5 to user14 in ranges. */
class SortedKeysTest {
  private final SortedKeys keys =
      new SortedKeys(new KeyFormat("user", 1, false), new RecordNumbers(15, 5, 10, 15));

  @BeforeEach
  void prepare() {
    keys.prepare();
  }

  private static KeyRange between(String start, String end) {
    return KeyRange.between(Key.of(start), Key.of(end));
  }

  @Test
  void rangesOfAllShapesAreCounted() {
    assertThat(keys.in(new KeyRange.All())).hasValue(10);
    assertThat(keys.in(new KeyRange.Prefix(Key.of("user1")))).hasValue(5);
    assertThat(keys.in(new KeyRange.Prefix(Key.of("user14")))).hasValue(1);
    assertThat(keys.in(new KeyRange.Prefix(Key.of("x")))).hasValue(0);
    assertThat(keys.in(KeyRange.from(Key.of("user7")))).hasValue(3);
    assertThat(keys.in(KeyRange.from(Key.of("user70")))).as("no such key").hasValue(2);
    assertThat(keys.in(between("user12", "user6"))).as("both included").hasValue(5);
    assertThat(keys.in(new KeyRange.Between(Optional.empty(), Optional.of(Key.of("user11")))))
        .hasValue(1);
  }

  @Test
  void aLimitBoundsWhatAnAnswerMustHave() {
    assertThat(range(3).expected()).hasValue(3);
    assertThat(range(30).expected()).hasValue(5);
    assertThat(range(0).expected()).hasValue(5);
    assertThat(
            new Operation.Range(
                    new KeyRange.All(), 3, RangeContent.KEYS, false, ReadConsistency.STALE)
                .expected())
        .isEmpty();
  }

  private Operation.Range range(int limit) {
    return new Operation.Range(
        new KeyRange.Prefix(Key.of("user1")),
        limit,
        RangeContent.KEYS,
        false,
        ReadConsistency.STALE,
        keys);
  }

  @Test
  void nothingIsKnownOfMoreKeysThanFit() {
    SortedKeys many =
        new SortedKeys(
            new KeyFormat("user", 1, false),
            new RecordNumbers(SortedKeys.MOST + 1, 0, SortedKeys.MOST + 1, SortedKeys.MOST + 1));
    many.prepare();

    assertThat(many.in(new KeyRange.All())).isEqualTo(OptionalLong.empty());
  }
}
