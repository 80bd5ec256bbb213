package io.kvbench.testkit;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every binding to a system with servers has to do, tried on real ones. The servers of most
 * tests are started once; tests that do harm have their own.
 */
public abstract class ServerContract extends BindingContract
    implements TroubleContract, RefusalsContract, ClusterContract {

  private @Nullable RunningServers servers;

  @Override
  protected abstract ServerSubject subject();

  @Override
  public final ServerSubject serverSubject() {
    return subject();
  }

  @BeforeAll
  @Override
  void begin(@TempDir Path directory) throws Exception {
    RunningServers started = subject().server().start(directory);
    servers = started;
    open(started.endpoints());
  }

  @AfterAll
  @Override
  void end() {
    super.end();
    if (servers != null) {
      servers.close();
    }
  }
}
