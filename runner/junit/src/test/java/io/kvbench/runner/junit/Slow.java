package io.kvbench.runner.junit;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.BlockingSession;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * A slow store that keeps nothing.
 *
 * @param broken whether every operation fails
 */
record Slow(Duration pause, boolean broken) implements BindingProvider {
  static final String NAME = "slow";

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(
        new SystemDescriptor(
            NAME, "Slow", EnumSet.of(Capability.INSERT), Map.of(), List.of(), true));
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config) {
    return new Opened(this);
  }

  private record Opened(Slow slow) implements Binding {
    @Override
    public Session openSession(int client) {
      return new Pausing(slow);
    }

    @Override
    public List<ServerState> servers() {
      return List.of();
    }

    @Override
    public String clientLibrary() {
      return "none:none:0";
    }

    @Override
    public void close() {}
  }

  private static final class Pausing extends BlockingSession {
    private final Slow slow;

    Pausing(Slow slow) {
      this.slow = slow;
    }

    @Override
    protected void perform(Operation operation, Completion completion) throws Exception {
      if (slow.broken) {
        throw new IllegalStateException("out of order");
      }
      Thread.sleep(slow.pause);
      completion.succeeded(Outcome.OK);
    }

    @Override
    protected ErrorKind errorKind(Exception exception) {
      return ErrorKind.UNAVAILABLE;
    }
  }
}
