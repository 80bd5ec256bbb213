package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kvbench.core.binding.BindingException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that cannot be used: the user hears what was tried, what happened and what to do. */
interface RefusalsContract extends ContractBase {
  Duration SOON = Duration.ofSeconds(5);

  ServerSubject serverSubject();

  default Stream<Refusal> refusals() {
    return serverSubject().refusals().stream();
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("refusals")
  @Execution(ExecutionMode.CONCURRENT)
  default void whoIsNotLetInIsToldWhy(Refusal refusal, @TempDir Path directory) throws Exception {
    try (RunningServers servers = refusal.servers().start(directory)) {
      String message =
          refused(servers.endpoints(), refusal.settings().settings(directory), refusal);
      assertThat(message).contains(refusal.told());
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void nothingListensThere() throws Exception {
    String endpoint = "127.0.0.1:" + ServerProcess.freePorts(1).getFirst();
    assertThat(refused(List.of(endpoint), Map.of(), none())).contains(endpoint);
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void nobodyAnswersThere() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String endpoint = "127.0.0.1:" + silent.getLocalPort();
      assertThat(refused(List.of(endpoint), Map.of(), none())).contains(endpoint);
    }
  }

  @Test
  default void nobodyKnowsTheHost() {
    assertThat(refused(List.of("nowhere.invalid:1234"), Map.of(), none()))
        .contains("nowhere.invalid:1234");
  }

  private static Refusal none() {
    return new Refusal(
        "",
        directory -> {
          throw new AssertionError("there is nothing to start");
        },
        directory -> Map.of(),
        List.of(),
        List.of());
  }

  /** Opens, which must fail, and returns what the user is told. */
  private String refused(List<String> endpoints, Map<String, String> settings, Refusal refusal) {
    Throwable thrown = catchThrowable(() -> stage().open(endpoints, 2, settings, SOON).close());
    assertThat(thrown).isInstanceOf(BindingException.class);
    String message = String.valueOf(thrown.getMessage());
    assertThat(message).isNotBlank().endsWith(".").doesNotContain("\n", "\tat ", "java.");
    for (String secret : refusal.secrets()) {
      assertThat(Throwables.getStackTrace(thrown)).doesNotContain(secret);
    }
    return message;
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
                              () -> stage().open(endpoints, 1, Map.of(), Stage.CONNECT_LIMIT))));
      TimeUnit.MILLISECONDS.sleep(500);
      opener.interrupt();
      assertThat(opener.join(Duration.ofSeconds(30))).isTrue();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }
}
