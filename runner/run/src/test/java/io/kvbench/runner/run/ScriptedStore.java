package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that misbehaves by a script. It runs through the whole of a run, from the plan
 * to the result, so that a test sees what a user would see of such a store.
 */
final class ScriptedStore implements BindingProvider {
  /** The course of one operation. */
  @FunctionalInterface
  interface Script {
    /**
     * Answers an operation, by the honest store or otherwise.
     *
     * @param number of the operation among all of the run, from 1
     */
    void answer(long number, Operation operation, Session honest, Completion completion);
  }

  /** The state that the servers report. */
  @FunctionalInterface
  interface Survey {
    /**
     * Returns what they say.
     *
     * @param number of the survey, from 1
     */
    List<ServerState> of(int number, List<ServerState> honest);
  }

  private final Bindings.Reachable memory;
  private final Script script;
  private final Survey survey;
  private final boolean expiring;
  private UnaryOperator<WatchListener> watching = UnaryOperator.identity();
  private @Nullable BiConsumer<WatcherRequest, WatchListener> watchers;

  ScriptedStore(Bindings.Reachable memory, Script script, Survey survey) {
    this(memory, script, survey, false);
  }

  ScriptedStore(Bindings.Reachable memory, Script script, Survey survey, boolean expiring) {
    this.memory = memory;
    this.script = script;
    this.survey = survey;
    this.expiring = expiring;
  }

  /** Makes watchers misbehave: their events pass through the listener that this returns. */
  ScriptedStore watching(UnaryOperator<WatchListener> listeners) {
    watching = listeners;
    return this;
  }

  /** Replaces the store's watchers: the argument receives each request with its listener. */
  ScriptedStore watchers(BiConsumer<WatcherRequest, WatchListener> opening) {
    watchers = opening;
    return this;
  }

  private Watcher watch(Binding store, WatcherRequest request, WatchListener listener)
      throws BindingException {
    if (watchers == null) {
      return store.watch(request, watching.apply(listener));
    }
    watchers.accept(request, listener);
    return new Watcher() {
      @Override
      public boolean coalesces() {
        return false;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(memory.system());
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    Binding store = memory.provider().open(memory.system(), config);
    AtomicLong operations = new AtomicLong();
    AtomicInteger surveys = new AtomicInteger();
    return new Binding() {
      @Override
      public Session openSession(int client) throws BindingException {
        Session session = store.openSession(client);
        return (operation, completion) ->
            script.answer(operations.incrementAndGet(), operation, session, completion);
      }

      @Override
      public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
        return ScriptedStore.this.watch(store, request, listener);
      }

      @Override
      public List<ServerState> servers() throws InterruptedException {
        return survey.of(surveys.incrementAndGet(), store.servers());
      }

      @Override
      public boolean recordsExpire() {
        return expiring;
      }

      @Override
      public String clientLibrary() {
        return "scripted";
      }

      @Override
      public void close() {
        store.close();
      }
    };
  }

  /** A completion that receives a read's value with its first byte changed. */
  record Lying(Completion told) implements Completion {
    @Override
    public void succeeded(Outcome outcome) {
      told.succeeded(outcome);
    }

    @Override
    public void found(ByteBuffer value, long version) {
      byte[] bytes = new byte[value.remaining()];
      value.duplicate().get(bytes);
      bytes[0]++;
      told.found(ByteBuffer.wrap(bytes), version);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      told.failed(kind, message);
    }
  }
}
