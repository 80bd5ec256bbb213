package io.kvbench.runner.distributed.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of tasks over SSH, with other processes in the place of ssh. */
@Timeout(120)
class SshTasksTest {
  private static final Pattern HELLO = Pattern.compile("hello");

  @TempDir private Path directory;

  private SshSession session(String host, String script) throws Exception {
    return SshSession.start(host, List.of("sh", "-c", script), directory.resolve(host + ".log"));
  }

  private static SshTasks tasks(Duration limit, StopSignal stop) {
    return new SshTasks(limit, stop, NanoClock.system());
  }

  private static Optional<String> greet(SshSession session)
      throws IOException, InterruptedException {
    return session.await(HELLO).isPresent() ? Optional.empty() : Optional.of(session.problem());
  }

  @Test
  void allHostsThatFailAreNamedInTheirOrder() throws Exception {
    List<SshSession> sessions =
        List.of(
            session("slow", "exec sleep 600"),
            session("well", "echo hello; exec sleep 600"),
            session("bad", "echo no such user; exit 255"));
    List<Long> progress = new ArrayList<>();

    assertThatThrownBy(
            () ->
                tasks(Duration.ofSeconds(3), new StopSignal())
                    .run(sessions, "nothing was said", progress::add, SshTasksTest::greet))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "agents cannot be started: slow: nothing was said in 3 s (agents.timeout);"
                + " bad: no such user");

    assertThat(progress).isNotEmpty().isSorted();
    assertThat(sessions.getFirst().process().waitFor()).isNotZero();
    assertThat(sessions.get(1).process().isAlive()).isTrue();
    sessions.forEach(SshSession::end);
  }

  /** Each waits for the other. */
  @Test
  void hostsAreServedAtTheSameTime() throws Exception {
    List<SshSession> sessions = List.of(session("one", "exit 0"), session("two", "exit 0"));
    CountDownLatch both = new CountDownLatch(2);

    tasks(Duration.ofMinutes(1), new StopSignal())
        .run(
            sessions,
            "it waits",
            nanos -> {},
            session -> {
              both.countDown();
              both.await();
              return Optional.empty();
            });

    assertThat(both.getCount()).isZero();
  }

  @Test
  void aRunThatIsStoppedEndsThem() throws Exception {
    StopSignal stop = new StopSignal();
    List<SshSession> sessions = List.of(session("slow", "exec sleep 600"));

    assertThatThrownBy(
            () ->
                tasks(Duration.ofHours(1), stop)
                    .run(sessions, "it sleeps", nanos -> stop.give(), SshTasksTest::greet))
        .isInstanceOf(InterruptedException.class);

    assertThat(sessions.getFirst().process().waitFor()).isNotZero();
  }
}
