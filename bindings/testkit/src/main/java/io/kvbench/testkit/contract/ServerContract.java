package io.kvbench.testkit.contract;

import io.kvbench.testkit.RunningServers;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of every binding to a system with servers, tested on real ones. The servers of most
 * tests are shared with other contracts of the same servers; tests that kill a server share one of
 * this contract's own.
 */
public abstract class ServerContract extends ServedContract
    implements FailureContract, RefusalsContract, ClusterContract {
  private @Nullable Path directory;
  private @Nullable RunningServers victim;

  @BeforeAll
  @Override
  void begin(@TempDir Path directory) throws Exception {
    this.directory = directory;
    super.begin(directory);
  }

  @Override
  public final RunningServers victim() throws Exception {
    RunningServers running = victim;
    if (running == null) {
      running = subject().server().start(Objects.requireNonNull(directory));
      victim = running;
    }
    running.restart();
    return running;
  }

  @AfterAll
  @Override
  void end() {
    super.end();
    if (victim != null) {
      victim.close();
    }
  }
}
