package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Composite;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.PagedRange;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.StepResult;
import io.kvbench.core.operation.Witness;
import io.kvbench.testkit.Answer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of ranges: every combination of records, content, limit and order, counted if the
 * system supports it, and rejected otherwise.
 */
interface RangesContract extends ContractBase {

  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          CapabilityExample.of(
              Capability.RANGE_ALL,
              Map.of("rangeproportion", "1", "range.select", "all"),
              target -> keys(new KeyRange.All(), 0, false)),
          CapabilityExample.of(
              Capability.RANGE_PREFIX,
              Map.of("rangeproportion", "1", "range.select", "prefix"),
              target -> keys(new KeyRange.Prefix(target.key()), 0, false)),
          CapabilityExample.of(
              Capability.RANGE_FROM,
              Map.of("rangeproportion", "1", "range.select", "from"),
              target -> keys(KeyRange.from(target.key()), 0, false)),
          CapabilityExample.of(
              Capability.RANGE_RECORDS,
              Map.of("rangeproportion", "1", "range.content", "records"),
              target -> all(RangeContent.RECORDS)),
          CapabilityExample.of(
              Capability.RANGE_KEYS,
              Map.of("rangeproportion", "1", "range.content", "keys"),
              target -> all(RangeContent.KEYS)),
          CapabilityExample.of(
              Capability.RANGE_COUNT,
              Map.of("rangeproportion", "1", "range.content", "count"),
              target -> all(RangeContent.COUNT)),
          CapabilityExample.of(
              Capability.RANGE_LIMIT,
              Map.of("rangeproportion", "1", "range.limit", "1"),
              target -> keys(new KeyRange.All(), 1, false)),
          CapabilityExample.of(
              Capability.RANGE_DESCENDING,
              Map.of("rangeproportion", "1", "range.descending", "true"),
              target -> keys(new KeyRange.All(), 0, true)));

  private static Operation keys(KeyRange keys, int limit, boolean descending) {
    return new Operation.Range(keys, limit, RangeContent.KEYS, descending, ReadConsistency.DEFAULT);
  }

  private static Operation all(RangeContent content) {
    return new Operation.Range(new KeyRange.All(), 0, content, false, ReadConsistency.DEFAULT);
  }

  /** Returns whether a system supports a range. */
  static boolean allows(SystemDescriptor system, Operation.Range range) {
    return system.capabilities().containsAll(needs(range));
  }

  private static Set<Capability> needs(Operation.Range range) {
    Set<Capability> needs = EnumSet.noneOf(Capability.class);
    needs.add(
        switch (range.keys()) {
          case KeyRange.All all -> Capability.RANGE_ALL;
          case KeyRange.Prefix prefix -> Capability.RANGE_PREFIX;
          case KeyRange.Between between -> Capability.RANGE_FROM;
        });
    needs.add(
        switch (range.content()) {
          case RECORDS -> Capability.RANGE_RECORDS;
          case KEYS -> Capability.RANGE_KEYS;
          case COUNT -> Capability.RANGE_COUNT;
        });
    if (range.limit() > 0) {
      needs.add(Capability.RANGE_LIMIT);
    }
    if (range.descending()) {
      needs.add(Capability.RANGE_DESCENDING);
    }
    return needs;
  }

  /** A range over three keys, two of which are between the bounds. */
  record RangeCase(RangeContent content, int limit, boolean descending) {}

  static Stream<RangeCase> rangeCases() {
    List<RangeCase> cases = new ArrayList<>();
    for (RangeContent content : RangeContent.values()) {
      for (int limit : new int[] {0, 1, 2, 1000}) {
        cases.add(new RangeCase(content, limit, false));
        cases.add(new RangeCase(content, limit, true));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rangeCases")
  default void aRangeReturnsTheRecordsOfItsKeys(RangeCase range) throws Exception {
    CheckedBinding opened = stage().three();
    Session session = opened.binding().openSession(0);
    Key before = Key.of("range1");
    Key first = Key.of(before + "a");
    Key second = Key.of(before + "b");
    Key last = Key.of(before + "c");
    Key after = Key.of("range2");
    List<Key> inOrder = List.of(first, second, last);
    if (opened.keys() == 0) {
      for (Key key : inOrder) {
        opened.insert(key, Values.of(100));
      }
    }
    checkAll(opened, session, range, last);
    check(opened, session, new KeyRange.Prefix(second), range, List.of(second));
    check(opened, session, new KeyRange.Prefix(after), range, List.of());
    check(opened, session, new KeyRange.Prefix(before), range, inOrder);
    check(opened, session, KeyRange.from(before), range, inOrder);
    check(opened, session, KeyRange.from(second), range, List.of(second, last));
    check(opened, session, KeyRange.from(after), range, List.of());
    check(opened, session, between(first, last), range, List.of(first, second));
    check(opened, session, between(last, first), range, List.of());
  }

  private static KeyRange between(Key start, Key end) {
    return new KeyRange.Between(Optional.of(start), Optional.of(end));
  }

  private void checkAll(CheckedBinding opened, Session session, RangeCase how, Key last)
      throws Exception {
    Operation.Range range = range(new KeyRange.All(), how);
    Answer answer = opened.submit(session, range);
    if (!allows(stage().system(), range)) {
      Refused.assertInvalid(answer);
      return;
    }
    assertThat(answer.toStringWhenThere()).as(range::toString).isEqualTo(Outcome.OK.name());
    int records = answer.records().orElseThrow();
    assertThat((long) records).as(range::toString).isEqualTo(limited(opened.keys(), how));
    if (records == opened.keys() && !how.descending()) {
      assertThat(answer.last().map(Key::toString))
          .isIn(Optional.empty(), Optional.of(last.toString()));
    }
  }

  private static Operation.Range range(KeyRange keys, RangeCase how) {
    return new Operation.Range(
        keys, how.limit(), how.content(), how.descending(), ReadConsistency.DEFAULT);
  }

  private static long limited(long count, RangeCase how) {
    return how.limit() == 0 || how.content() == RangeContent.COUNT
        ? count
        : Math.min(count, how.limit());
  }

  private void check(
      CheckedBinding opened, Session session, KeyRange keys, RangeCase how, List<Key> expected)
      throws Exception {
    Operation.Range range = range(keys, how);
    Answer answer = opened.submit(session, range);
    if (!allows(stage().system(), range)) {
      Refused.assertInvalid(answer);
      return;
    }
    int count = (int) limited(expected.size(), how);
    assertThat(answer.toStringWhenThere())
        .as(range::toString)
        .isEqualTo((count == 0 ? Outcome.NOT_FOUND : Outcome.OK).name());
    assertThat(answer.records()).as(range::toString).isEqualTo(OptionalInt.of(count));
    if (count > 0 && can(Capability.RANGE_LIMIT) && how.content() != RangeContent.COUNT) {
      Key last = how.descending() ? expected.get(expected.size() - count) : expected.get(count - 1);
      assertThat(answer.last().map(Key::toString)).as(range::toString).contains(last.toString());
    }
  }

  @Test
  default void aRangeIsReadInPages() throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      Session session = opened.binding().openSession(0);
      Key prefix = Keys.next();
      for (int record = 0; record < 7; record++) {
        opened.insert(Key.of(prefix.toString() + record), Values.of(10));
      }
      for (boolean descending : new boolean[] {false, true}) {
        for (int limit : new int[] {0, 5}) {
          Operation.Range whole =
              new Operation.Range(
                  new KeyRange.Prefix(prefix),
                  limit,
                  RangeContent.RECORDS,
                  descending,
                  ReadConsistency.DEFAULT);
          if (allows(stage().system(), whole) && can(Capability.RANGE_LIMIT)) {
            assertThat(pages(opened, session, new PagedRange(whole, 3)))
                .as(whole::toString)
                .isEqualTo(limit == 0 ? List.of(3, 3, 1) : List.of(3, 2));
          }
        }
      }
    }
  }

  private static List<Integer> pages(CheckedBinding opened, Session session, PagedRange range)
      throws Exception {
    List<Integer> pages = new ArrayList<>();
    Composite.Steps steps = range.start();
    Optional<Operation> next = Optional.of(range.first());
    while (next.isPresent()) {
      Answer answer = opened.submit(session, next.get());
      int records = answer.records().orElseThrow();
      pages.add(records);
      next =
          steps.next(
              pages.size() - 1,
              new StepResult(answer.status(), 0, 0, answer.last(), records, 0, 0),
              Witness.NONE);
    }
    return pages;
  }
}
