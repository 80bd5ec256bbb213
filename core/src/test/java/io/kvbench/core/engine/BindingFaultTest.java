package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of bindings that throw: the lost operations are counted, and the client continues. */
@Timeout(60)
final class BindingFaultTest extends ClockedPhaseTests {

  static Stream<Throwable> throwables() {
    return Stream.of(
        new IllegalStateException("broken"),
        new NullPointerException(),
        new AssertionError("broken"),
        new NoClassDefFoundError("of a library that was left out"),
        new StackOverflowError(),
        new InterruptedException("not for you"),
        new Exception("checked"));
  }

  /** Every other operation of every client throws. */
  @ParameterizedTest
  @MethodSource("throwables")
  void whateverIsThrownEndsNoClient(Throwable thrown) throws Exception {
    PhasePlan plan = closed(64, 64 * 20);
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              clock.sleep(MILLI);
              if (index % 2 == 0) {
                throw thrown;
              }
              completion.succeeded(Outcome.OK);
            },
            Duration.ZERO);

    PhaseMeasurement measured = conduct(plan, store);

    assertThat(store.submitted).hasValue(64 * 20);
    assertThat(count(measured, ErrorKind.BINDING_FAULT)).isEqualTo(64 * 10);
    assertThat(count(measured, Outcome.OK)).isEqualTo(64 * 10);
    assertThat(measured.clientTime().errorNanos())
        .containsEntry(ErrorKind.BINDING_FAULT, 64 * 10 * MILLI);
    assertThat(measured.errorMessages())
        .singleElement()
        .satisfies(line -> assertThat(line.count()).isEqualTo(64 * 10));
    assertThat(measured.wallNanos()).isEqualTo(20 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /** The library has sent the request nevertheless, and answers during the client's next one. */
  @Test
  void anAnswerToAnOperationThatThrewIsARepetition() throws Exception {
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              if (index % 2 == 0) {
                clock.after(5 * MILLI, () -> completion.succeeded(Outcome.NOT_FOUND));
                throw new IllegalStateException("could not tell whether it was sent");
              }
              clock.after(10 * MILLI, () -> completion.succeeded(Outcome.OK));
            },
            Duration.ZERO);

    PhaseMeasurement measured = conduct(closed(64, 64 * 20), store);

    assertThat(count(measured, ErrorKind.BINDING_FAULT)).isEqualTo(64 * 10);
    assertThat(count(measured, Outcome.OK)).isEqualTo(64 * 10);
    assertThat(count(measured, Outcome.NOT_FOUND)).isZero();
    assertThat(measured.repeatedCompletions()).isEqualTo(64 * 10);
    assertTime(reads(measured, Outcome.OK).response().minNanos(), 10 * MILLI);
  }

  static Stream<Arguments> incomplete() {
    return Stream.of(
        arguments("without an outcome", (Consumer<Completion>) each -> each.succeeded(missing())),
        arguments("without a value", (Consumer<Completion>) each -> each.found(missing(), 1)),
        arguments(
            "without a kind of error: gone",
            (Consumer<Completion>) each -> each.failed(missing(), "gone")),
        arguments(
            "with TIMEOUT and no message",
            (Consumer<Completion>) each -> each.failed(ErrorKind.TIMEOUT, missing())));
  }

  /** Answers come from the client's own thread and from another, unseen by the engine. */
  @ParameterizedTest
  @MethodSource("incomplete")
  void whatIsMissingInAnAnswerIsAFault(String message, Consumer<Completion> answer)
      throws Exception {
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              if (client == 0) {
                answer.accept(completion);
              } else {
                clock.after(MILLI, () -> answer.accept(completion));
              }
            },
            Duration.ZERO);

    PhaseMeasurement measured = conduct(closed(2, 4), store);

    assertThat(count(measured, ErrorKind.BINDING_FAULT)).isEqualTo(4);
    assertThat(measured.recorded().count()).isEqualTo(4);
    assertThat(measured.repeatedCompletions()).isZero();
    assertThat(measured.errorMessages())
        .singleElement()
        .satisfies(line -> assertThat(line.message()).endsWith(message));
  }

  /** Returns null, as code without null checks may. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T missing() {
    return null;
  }
}
