package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of failed writes: a status without doubt means that the write has no effect, whether
 * the connection ends before the request or after the server has carried it out.
 */
interface DoubtContract extends ContractBase {
  Value FIRST = Values.of(11);
  Value SECOND = Values.of(22);

  ServerSubject serverSubject();

  default Stream<Capability> writesToLose() {
    return Stream.of(
            Capability.INSERT,
            Capability.UPDATE,
            Capability.COMPARE_AND_SET,
            Capability.DELETE,
            Capability.TRANSACTION,
            Capability.WATCH)
        .filter(this::can);
  }

  private static Operation write(Capability kind, Key key, long token) {
    return switch (kind) {
      case INSERT -> new Operation.Insert(key, SECOND);
      case UPDATE -> new Operation.Update(key, SECOND);
      case COMPARE_AND_SET -> new Operation.CompareAndSet(key, token, SECOND);
      case DELETE -> new Operation.Delete(key);
      case TRANSACTION -> new Operation.Transaction(List.of(new Operation.Update(key, SECOND)));
      case WATCH -> new Operation.Watch(key, SECOND);
      default -> throw new AssertionError(kind);
    };
  }

  /** The connection ends once the write has had its effect. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("writesToLose")
  @Execution(ExecutionMode.CONCURRENT)
  default void aWriteWhoseAnswerIsLostLeavesDoubt(Capability kind) throws Exception {
    String real = stage().endpoints().getFirst();
    int space = RunningSubject.newSpace();
    try (Impostor proxy = Impostor.before(real, Impostor.Words.HANGING_UP);
        CheckedBinding opened = open(proxy.endpoint(), space);
        CheckedBinding direct = open(real, space)) {
      Session session = opened.binding().openSession(0);
      Key key = prepared(direct, kind);
      Operation write = write(kind, key, token(opened, session, kind, key));
      // A watch is requested before its write.
      proxy.loseAnswersTo(key.toString(), kind == Capability.WATCH ? 2 : 1);
      Answer lost = opened.submit(session, write);
      long deadline = System.nanoTime() + RunningSubject.CONNECT_LIMIT.toNanos();
      while (!isApplied(direct, kind, key) && System.nanoTime() < deadline) {
        Thread.sleep(5);
      }
      assertThat(isApplied(direct, kind, key)).as("the effect of %s", write).isTrue();
      proxy.repent();
      assertDoubt(write, lost);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("writesToLose")
  @Execution(ExecutionMode.CONCURRENT)
  default void aWriteThatIsLostHasNoEffectOrLeavesDoubt(Capability kind) throws Exception {
    String real = stage().endpoints().getFirst();
    int space = RunningSubject.newSpace();
    try (Impostor proxy = Impostor.before(real, Impostor.Words.HANGING_UP);
        CheckedBinding opened = open(proxy.endpoint(), space);
        CheckedBinding direct = open(real, space)) {
      Session session = opened.binding().openSession(0);
      Key key = prepared(direct, kind);
      Operation write = write(kind, key, token(opened, session, kind, key));
      proxy.lieAbout(key.toString());
      Answer lost = opened.submit(session, write);
      lost.status();
      if (isApplied(direct, kind, key)) {
        assertDoubt(write, lost);
      }
    }
  }

  private CheckedBinding open(String endpoint, int space) throws Exception {
    return stage()
        .open(
            List.of(endpoint), 1, space, serverSubject().impatient(), RunningSubject.CONNECT_LIMIT);
  }

  /** Past a proxy, or sent again by a library, a write may be acknowledged. */
  private void assertDoubt(Operation write, Answer answer) throws InterruptedException {
    Status status = answer.status();
    Promises promises = stage().system().promises();
    assertThat(status == Outcome.OK || promises.leavesDoubt(write, status))
        .as("%s was applied and ended with %s", write, answer)
        .isTrue();
  }

  private static Key prepared(CheckedBinding direct, Capability kind) throws Exception {
    Key key = Keys.next();
    if (kind != Capability.INSERT) {
      direct.insert(key, FIRST);
    }
    return key;
  }

  private static long token(CheckedBinding opened, Session session, Capability kind, Key key)
      throws Exception {
    return kind == Capability.COMPARE_AND_SET ? opened.read(session, key).version() : 0;
  }

  private static boolean isApplied(CheckedBinding direct, Capability kind, Key key)
      throws Exception {
    Answer read = direct.read(key);
    return kind == Capability.DELETE
        ? read.status() == Outcome.NOT_FOUND
        : read.status() == Outcome.OK && Value.of(read.value()).equals(SECOND);
  }
}
