package io.kvbench.runner.embed;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Setting;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.RunOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Runs kvbench inside another program:
 *
 * <pre>{@code
 * RunResult result =
 *     Kvbench.run(
 *         Kvbench.plan("memory")
 *             .workload(WorkloadSpec.resource("workloads/workloada").records(1_000))
 *             .clients(8)
 *             .requests(10_000)
 *             .build());
 * }</pre>
 *
 * <p>A run closes everything that it opens, its servers included. It never ends the JVM, handles no
 * signals, prints nothing, and writes nothing but the result directory that it was asked for and
 * the files of servers that it starts, which it removes. Methods may be called from any thread;
 * several runs at the same time have nothing in common but the process. What is measured of the
 * process as a whole (processor time, memory, garbage collections, pinned threads) is then that of
 * all of them and of whatever else the process does, and results say so: {@link
 * io.kvbench.results.format.RunResult.ClientResult#processShared()}.
 */
public final class Kvbench {
  static final String LIST = "Kvbench.properties() returns those that exist";

  private Kvbench() {}

  /**
   * Returns every property that {@link PlanBuilder#set} and workload files may have, with what it
   * is for and what it takes: those of all runs, and those of the bindings and of the ways to start
   * servers that are on the class path.
   */
  public static List<Setting<?>> properties() {
    PlanFactory planning =
        new PlanFactory(Bindings.load(), Clusters.load(), PlanFactory.Further.NONE, LIST);
    return List.copyOf(planning.settings());
  }

  /**
   * Begins a plan for a system that a binding on the class path reaches, found by {@link
   * java.util.ServiceLoader} through the context class loader.
   *
   * @param system the name that {@code -db} has, such as {@code memory}
   */
  public static PlanBuilder plan(String system) {
    return new PlanBuilder(system, List.of());
  }

  /**
   * Begins a plan for a system of the caller's own binding.
   *
   * @param provider connects when the run begins, and perhaps again while it goes on; each {@link
   *     Binding} that it opens is closed by the run
   * @param system the name of one of its systems
   */
  public static PlanBuilder plan(BindingProvider provider, String system) {
    return new PlanBuilder(system, List.of(Objects.requireNonNull(provider, "provider")));
  }

  /**
   * Begins a plan for a binding that the caller has opened. Runs use it and leave it open: it is
   * the caller's to close, after them. Numbers of connections are the caller's affair, too.
   *
   * @param system what the binding can do; a system that is not local needs {@link
   *     PlanBuilder#endpoints}, for the record
   */
  public static PlanBuilder plan(SystemDescriptor system, Binding binding) {
    Objects.requireNonNull(system, "system");
    Objects.requireNonNull(binding, "binding");
    return plan(new OpenedBinding(system, binding), system.name());
  }

  /**
   * Begins to start servers that several runs share.
   *
   * @param system the name that {@code -db} has
   */
  public static ServersBuilder servers(String system) {
    return new ServersBuilder(Objects.requireNonNull(system, "system"), Bindings.load());
  }

  /**
   * Carries a plan out and returns when everything is closed again. Nothing is written down, and
   * hosts are not sampled.
   *
   * <p>An interruption of the calling thread ends the run early, in the way that Ctrl-C ends it on
   * the command line: operations in flight are waited for, for up to three seconds, servers are
   * stopped, and the result has the status PARTIAL and what was measured until then. The thread is
   * still interrupted when this returns.
   *
   * @return the result, with the status FAILED and the reason where servers could not be started or
   *     reached
   * @throws RuntimeException out of a listener or a binding that threw one where none is expected,
   *     and on a defect of kvbench; everything is closed then, too
   */
  public static RunResult run(BenchmarkPlan plan) {
    Objects.requireNonNull(plan, "plan");
    return GuestThread.call(stop -> plan.prepare(stop).executeWithoutFiles());
  }

  /**
   * Carries a plan out as {@link #run(BenchmarkPlan)} does, and writes it down.
   *
   * @param results the directory in which the run gets a directory of its own; created where it is
   *     not there
   * @return the result and where it is. A file that cannot be written any more while the run goes
   *     on, as on a disk that has become full, does not end it: {@link RunOutcome#unwritten()} says
   *     then what is missing
   * @throws ResultDirectoryException if the directory cannot be made or begun; nothing was started
   *     then
   */
  public static RunOutcome run(BenchmarkPlan plan, Path results) throws ResultDirectoryException {
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(results, "results");
    return GuestThread.call(stop -> plan.prepare(stop).execute(results));
  }
}
