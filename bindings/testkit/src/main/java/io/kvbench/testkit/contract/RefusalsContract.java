package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kvbench.testkit.ServerProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of unusable servers: what was tried, what happened and what to do. */
interface RefusalsContract extends ContractBase {
  ServerSubject serverSubject();

  default Stream<Refusal> refusals() {
    return serverSubject().refusals().stream();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("refusals")
  @Execution(ExecutionMode.CONCURRENT)
  default void whoIsNotLetInIsToldWhy(Refusal refusal) throws Exception {
    SharedServers.Running running =
        SharedServers.withFiles(serverSubject().servers() + ": " + refusal, refusal.servers());
    Map<String, String> settings = refusal.settings().settings(running.directory());
    AbstractThrowableAssert<?, ? extends Throwable> refused =
        assertRefused(running.servers().endpoints(), settings, refusal.told());
    for (String secret : refusal.secrets()) {
      refused.satisfies(
          thrown -> assertThat(Throwables.getStackTrace(thrown)).doesNotContain(secret));
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void nothingListensThere() throws Exception {
    String endpoint = "127.0.0.1:" + ServerProcess.freePorts(1).getFirst();
    assertRefused(List.of(endpoint), Map.of(), List.of(endpoint));
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void nobodyAnswersThere() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String endpoint = "127.0.0.1:" + silent.getLocalPort();
      assertRefused(List.of(endpoint), Map.of(), List.of(endpoint));
    }
  }

  @Test
  default void nobodyKnowsTheHost() {
    List<String> nowhere = List.of("nowhere.invalid:1234");
    assertRefused(nowhere, Map.of(), nowhere);
  }

  /** Opens, which must fail with a message for the user. */
  private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(
      List<String> endpoints, Map<String, String> settings, List<String> told) {
    return RefusedOpening.assertRefused(
            limit -> stage().open(endpoints, 2, settings, limit), told.toArray(String[]::new))
        .satisfies(
            thrown ->
                assertThat(thrown.getMessage())
                    .isNotBlank()
                    .endsWith(".")
                    .doesNotContain("\n", "\tat ", "java."));
  }

  @Test
  default void openingEndsWhenItIsInterrupted() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      AtomicReference<Throwable> thrown = new AtomicReference<>(new AssertionError("opened"));
      List<String> endpoints = List.of("127.0.0.1:" + silent.getLocalPort());
      Thread opener =
          Thread.ofVirtual()
              .start(
                  () ->
                      thrown.set(
                          catchThrowable(
                              () ->
                                  stage()
                                      .open(
                                          endpoints, 1, Map.of(), RunningSubject.CONNECT_LIMIT))));
      TimeUnit.MILLISECONDS.sleep(500);
      opener.interrupt();
      assertThat(opener.join(Duration.ofSeconds(30))).isTrue();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }
}
