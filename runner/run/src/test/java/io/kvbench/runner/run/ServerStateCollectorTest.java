package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.engine.StopSignal;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ServerStateCollectorTest {
  private final StopSignal stop = new StopSignal();
  private final AtomicInteger asked = new AtomicInteger();

  /** The prepared answers of servers, one for each query. */
  private interface Answers {
    List<ServerState> number(int time) throws InterruptedException;
  }

  private ServerStateCollector survey(Answers answers) {
    return new ServerStateCollector(
        new Binding() {
          @Override
          public Session openSession(int client) {
            throw new UnsupportedOperationException();
          }

          @Override
          public List<ServerState> servers() throws InterruptedException {
            return answers.number(asked.incrementAndGet());
          }

          @Override
          public String clientLibrary() {
            return "none";
          }

          @Override
          public void close() {}
        },
        List.of("a:1", "b:2"),
        stop);
  }

  private static List<ServerState> counts(long... counts) {
    return Arrays.stream(counts)
        .mapToObj(count -> ServerState.of("s", OptionalLong.of(count)))
        .toList();
  }

  @Test
  void asksOnceWhereAllHaveTheSame() throws Exception {
    assertThat(survey(time -> counts(7, 7, 7)).settled()).isEqualTo(counts(7, 7, 7));
    assertThat(asked).hasValue(1);
  }

  @Test
  void asksAgainUntilTheLastHasCaughtUp() throws Exception {
    assertThat(survey(time -> counts(7, 4 + time, 7)).settled()).isEqualTo(counts(7, 7, 7));
    assertThat(asked).hasValue(3);
  }

  @Test
  void doesNotWaitForAServerThatCannotSay() throws Exception {
    List<ServerState> states =
        List.of(
            ServerState.of("a", OptionalLong.of(1)),
            ServerState.silent("b", "gone"),
            ServerState.of("c", OptionalLong.empty()));

    assertThat(survey(time -> states).settled()).isEqualTo(states);
    assertThat(asked).hasValue(1);
  }

  @Test
  void keepsTheDifferenceThatDoesNotGoAway() throws Exception {
    assertThat(survey(time -> counts(7, 6)).settled()).isEqualTo(counts(7, 6));
    assertThat(asked.get()).isGreaterThan(1);
  }

  @Test
  void keepsWhatItKnowsWhenTheServersFallSilent() throws Exception {
    assertThat(
            survey(
                    time -> {
                      if (time > 1) {
                        stop.give();
                        throw new IllegalStateException("gone");
                      }
                      return counts(7, 6);
                    })
                .settled())
        .isEqualTo(counts(7, 6));
  }

  @Test
  void doesNotAskAgainWhereTheUserWantsAnEnd() throws Exception {
    stop.give();

    assertThat(survey(time -> counts(7, 6)).settled()).isEqualTo(counts(7, 6));
    assertThat(asked).hasValue(1);
  }

  @Test
  void aBindingThatHangsOrThrowsHoldsNothingUpAndIsToldOf() throws Exception {
    stop.give();

    assertThat(
            survey(
                    time -> {
                      Thread.sleep(600_000);
                      return counts(1);
                    })
                .states())
        .isEqualTo(silent("the binding's servers() did not return within 2 s"));
    assertThat(
            survey(
                    time -> {
                      throw new IllegalStateException("broken");
                    })
                .states())
        .isEqualTo(silent("the binding's servers() threw java.lang.IllegalStateException: broken"));
    assertThat(
            survey(
                    time -> {
                      throw new NoClassDefFoundError("Client");
                    })
                .states())
        .isEqualTo(silent("the binding's servers() threw java.lang.NoClassDefFoundError: Client"));
  }

  private static List<ServerState> silent(String problem) {
    return List.of(ServerState.silent("a:1", problem), ServerState.silent("b:2", problem));
  }
}
