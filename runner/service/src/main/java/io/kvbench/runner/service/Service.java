package io.kvbench.runner.service;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.host.listen.Admission;
import io.kvbench.host.listen.HttpListener;
import io.kvbench.host.listen.Listening;
import io.kvbench.runner.process.RunCommands;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.PlanFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;

/** An HTTP server of benchmarks, from when it is opened until it is closed. */
public final class Service implements AutoCloseable {

  /**
   * The operator's options.
   *
   * @param directory where runs and the queue are kept; created where it is not there
   * @param queue how many runs may wait
   * @param longest how long one run may take
   * @param benchmarked the system of {@code /benchmark/read} and {@code /benchmark/write}
   * @param allowed properties that clients may set besides those that are declared to be remote
   * @param fixed properties of all runs, which clients may not set
   */
  public record Options(
      Listening listening,
      Path directory,
      int queue,
      Duration longest,
      String benchmarked,
      Set<String> allowed,
      Assignments fixed) {
    public Options {
      allowed = Set.copyOf(allowed);
    }
  }

  private static final int SECONDS_FOR_ANSWERS = 1;

  private final RunStore store;
  private final RunQueue queue;
  private final AuditLog audit;
  private final HttpListener listener;

  private Service(RunStore store, RunQueue queue, AuditLog audit, HttpListener listener) {
    this.store = store;
    this.queue = queue;
    this.audit = audit;
    this.listener = listener;
  }

  /**
   * Opens the directory, resumes the queue in it, and begins to listen.
   *
   * @param factory plans runs, with the systems of {@code bindings}
   * @param commands start runs
   * @throws IOException with words for the user, if the directory or the address cannot be had
   */
  public static Service open(
      Options options,
      Bindings bindings,
      PlanFactory factory,
      RunCommands commands,
      NanoClock clock)
      throws IOException {
    ClientProperties properties =
        new ClientProperties(factory.settings(), options.allowed(), options.fixed());
    Planning planning = new Planning(bindings, factory, options.fixed(), properties);
    RunStore store = RunStore.open(options.directory());
    try {
      return open(options, planning, store, commands, clock);
    } catch (IOException e) {
      store.close();
      throw e;
    }
  }

  private static Service open(
      Options options, Planning planning, RunStore store, RunCommands commands, NanoClock clock)
      throws IOException {
    RunExecution execution = new RunExecution(store, planning, commands, options.longest(), clock);
    RunQueue queue = RunQueue.open(store, execution, options.queue(), clock);
    AuditLog audit = AuditLog.open(options.directory(), clock);
    try {
      ServiceHandler handler =
          new ServiceHandler(
              new Admission(options.listening()),
              new Api(planning, queue, store, options.benchmarked()).routes(),
              queue,
              store,
              audit,
              clock);
      HttpListener listener =
          HttpListener.open(
              options.listening(),
              handler::handle,
              Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory()));
      queue.start();
      return new Service(store, queue, audit, listener);
    } catch (IOException e) {
      audit.close();
      throw e;
    }
  }

  /** Returns where it listens, as in {@code http://127.0.0.1:8080}. */
  public String address() {
    return listener.address();
  }

  /**
   * Stops the run, which keeps what it has measured, answers those who wait, and ends. Runs that
   * wait stay in the directory. Takes 10 s at most.
   */
  @Override
  public void close() {
    queue.close();
    listener.close(SECONDS_FOR_ANSWERS);
    try {
      audit.close();
    } catch (IOException e) {
      // Every line is in the file already.
    }
    store.close();
  }
}
