package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every write, on an existing and a missing record, in every size. */
interface WritesContract extends ContractBase {
  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          CapabilityExample.of(
              Capability.INSERT,
              Map.of("insertproportion", "1"),
              target -> new Operation.Insert(target.key(), target.value())),
          CapabilityExample.of(
              Capability.UPDATE,
              Map.of("updateproportion", "1"),
              target -> new Operation.Update(target.key(), target.value())),
          CapabilityExample.of(
              Capability.DELETE,
              Map.of("deleteproportion", "1"),
              target -> new Operation.Delete(target.key())));

  Value BEFORE = Values.of(100);

  default Stream<WriteCase> writes() {
    return Stream.of(WriteCase.Kind.values())
        .filter(kind -> can(kind.needed))
        .flatMap(
            kind ->
                together()
                    .flatMap(
                        together ->
                            (kind.hasValue() ? sizes(together) : IntStream.of(0))
                                .boxed()
                                .flatMap(
                                    size ->
                                        Stream.of(true, false)
                                            .map(
                                                present ->
                                                    new WriteCase(kind, present, together, size)))))
        .filter(this::canPrepare);
  }

  /** A version of a missing record needs a delete. */
  private boolean canPrepare(WriteCase write) {
    return write.present()
        || write.kind() != WriteCase.Kind.COMPARE_AND_SET
        || can(Capability.DELETE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("writes")
  default void aWriteIsAnsweredAsDeclaredAndDoesWhatItSays(WriteCase write) throws Exception {
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    Session session = opened.binding().openSession(0);
    long version = prepare(opened, session, key, write);

    Answer answer = opened.submit(session, write.operation(key, version));
    Status expected = isTooLarge(write) ? ErrorKind.TOO_LARGE : write.promised(stage().facts());

    assertThat(answer.status()).as(answer::toString).isEqualTo(expected);
    Optional<Value> there = after(write, expected);
    if (there.isPresent()) {
      opened.assertFound(key, there.get());
    } else {
      opened.assertAbsent(key);
    }
  }

  private boolean isTooLarge(WriteCase write) {
    return limit(write.together()).stream().anyMatch(limit -> write.size() >= limit.refused());
  }

  /** Returns the version to expect: the last one of the record, even if it is gone by now. */
  private static long prepare(CheckedBinding opened, Session session, Key key, WriteCase write)
      throws Exception {
    boolean compares = write.kind() == WriteCase.Kind.COMPARE_AND_SET;
    if (!write.present() && !compares) {
      return 0;
    }
    opened.insert(key, BEFORE);
    long version = opened.read(session, key).version();
    if (!write.present()) {
      opened.submit(0, new Operation.Delete(key)).assertOk();
    }
    return version;
  }

  private static Optional<Value> after(WriteCase write, Status status) {
    if (status != Outcome.OK) {
      return write.present() ? Optional.of(BEFORE) : Optional.empty();
    }
    return write.kind().hasValue() ? Optional.of(write.value()) : Optional.empty();
  }
}
