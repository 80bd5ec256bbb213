package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.Mutation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Operations of every kind, one in flight at a time per client. */
final class FuzzedOperations {
  /** The number of writes in a transaction. */
  static final int PARTS = 3;

  private static final Key KEY = Key.of("key");
  private static final Value VALUE = Value.of("value".getBytes(StandardCharsets.US_ASCII));
  private static final Operation.Write PART = new Operation.Update(KEY, VALUE);
  private static final List<Operation> KINDS =
      List.of(
          new Operation.Insert(KEY, VALUE),
          new Operation.Read(KEY, ReadConsistency.STALE),
          new Operation.Read(KEY, ReadConsistency.LINEARIZABLE),
          new Operation.Update(KEY, VALUE),
          new Operation.CompareAndSet(KEY, 1, VALUE),
          new Operation.Delete(KEY),
          new Operation.Transaction(List.of(PART, PART, PART)),
          range(RangeContent.KEYS, ReadConsistency.LINEARIZABLE),
          range(RangeContent.COUNT, ReadConsistency.STALE),
          new Operation.ReadTransaction(
              List.of(KEY, Key.of("other"), Key.of("third")), ReadConsistency.STALE),
          new Operation.Watch(KEY, VALUE));
  private static final Set<ErrorKind> NOT_THE_BINDINGS =
      Set.of(ErrorKind.WRONG_VALUE, ErrorKind.UNSENT, ErrorKind.BINDING_FAULT);

  /**
   * A submitted operation.
   *
   * @param request the number of the request whose answer decides
   */
  private record Submitted(Operation operation, int request, Answer answer) {}

  private final List<Submitted> submitted = new ArrayList<>();
  private int requests;

  FuzzedOperations(Mutation mutation) {
    for (int more = 1 + mutation.below(6); more > 0; more--) {
      Operation next = mutation.of(KINDS);
      requests += takesTwo(next) ? 2 : 1;
      submitted.add(new Submitted(next, requests - 1, new Answer()));
    }
  }

  private static Operation range(RangeContent content, ReadConsistency consistency) {
    return new Operation.Range(new KeyRange.All(), 0, content, false, consistency);
  }

  private static boolean takesTwo(Operation operation) {
    return operation instanceof Operation.Watch
        || (operation instanceof Operation.Range range
            && range.consistency() == ReadConsistency.LINEARIZABLE)
        || (operation instanceof Operation.Read read
            && read.consistency() == ReadConsistency.LINEARIZABLE);
  }

  /** Returns the number of requests of all operations. */
  int requests() {
    return requests;
  }

  void submit(ZooKeeperSession session) {
    submitted.forEach(each -> session.submit(each.operation(), each.answer()));
  }

  /**
   * Waits for all ends.
   *
   * @param known whether the server knows the meaning of its answers
   */
  void check(DamagedServer server, boolean known) throws InterruptedException {
    for (Submitted each : submitted) {
      if (each.answer().status() instanceof ErrorKind kind) {
        assertThat(NOT_THE_BINDINGS).doesNotContain(kind);
        assertThat(each.answer().message()).isNotEmpty();
      } else if (known && each.answer().status() == Outcome.OK) {
        assertThat(server.acknowledged(each.request()))
            .as("%s was answered with success", each.operation())
            .isTrue();
        if (each.operation() instanceof Operation.Range) {
          assertThat(each.answer().records()).hasValue(DamagedServer.CHILDREN);
        } else if (each.operation() instanceof Operation.ReadTransaction) {
          assertThat(each.answer().records()).hasValue(PARTS);
        } else if (each.operation() instanceof Operation.Read) {
          assertThat(each.answer().value()).isEqualTo(VALUE.toByteArray());
        }
      }
    }
    checkOnce();
  }

  void checkOnce() {
    for (Submitted each : submitted) {
      assertThat(each.answer().calls()).as("ends of %s", each.operation()).isEqualTo(1);
    }
  }
}
