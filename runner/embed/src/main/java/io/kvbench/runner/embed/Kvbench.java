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
 * The entry point for running kvbench inside another program:
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
 * <p>A run closes everything that it opens, including its servers. It never ends the JVM, handles
 * no signals, prints nothing, and writes only the requested result directory and the files of
 * servers that it starts, which it removes. Methods may be called from any thread; concurrent runs
 * share only the process. Measurements of the process as a whole (processor time, memory, garbage
 * collections, pinned threads) then cover all of them and everything else in the process, and
 * results state that: {@link io.kvbench.results.format.RunResult.ClientResult#processShared()}.
 */
public final class Kvbench {
  private Kvbench() {}

  /**
   * Returns every property that {@link PlanBuilder#set} and workload files may have, with its
   * description and accepted values: those of all runs, and those of the bindings and of the
   * cluster providers on the class path.
   */
  public static List<Setting<?>> properties() {
    PlanFactory planning =
        new PlanFactory(
            Bindings.load(), Clusters.load(), PlanFactory.PlanExtension.NONE, PlanBuilder.LIST);
    return List.copyOf(planning.settings());
  }

  /**
   * Begins a plan for a system of a binding on the class path, found by {@link
   * java.util.ServiceLoader} through the context class loader.
   *
   * @param system the name in {@code -db}, such as {@code memory}
   */
  public static PlanBuilder plan(String system) {
    return new PlanBuilder(system, List.of());
  }

  /**
   * Begins a plan for a system of the caller's own binding.
   *
   * @param provider connects when the run begins, and perhaps again during the run, which closes
   *     each {@link Binding}
   * @param system the name of one of its systems
   */
  public static PlanBuilder plan(BindingProvider provider, String system) {
    return new PlanBuilder(system, List.of(Objects.requireNonNull(provider, "provider")));
  }

  /**
   * Begins a plan for a binding that the caller has opened. Runs use it and leave it open: the
   * caller closes it after them, and also determines the number of connections.
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
   * @param system the name in {@code -db}
   */
  public static ServersBuilder servers(String system) {
    return new ServersBuilder(Objects.requireNonNull(system, "system"), Bindings.load());
  }

  /**
   * Runs a plan and returns when everything is closed again. Nothing is written, and hosts are not
   * sampled.
   *
   * <p>An interruption of the calling thread ends the run early, as Ctrl-C does on the command
   * line: the run waits up to three seconds for operations in flight, servers are stopped, and the
   * result has the status PARTIAL and the measurements until then. The thread is still interrupted
   * when this returns.
   *
   * @return the result, with the status FAILED and the reason if servers could not be started or
   *     reached
   * @throws RuntimeException from a listener or a binding that threw one unexpectedly, and on an
   *     internal error; everything is closed then, too
   */
  public static RunResult run(BenchmarkPlan plan) {
    Objects.requireNonNull(plan, "plan");
    return BenchmarkThread.call(stop -> plan.prepare(stop).executeWithoutFiles());
  }

  /**
   * Runs a plan as {@link #run(BenchmarkPlan)} does, and writes the result.
   *
   * @param results the directory in which the run creates its own directory; created if missing
   * @return the result and its directory. A file that cannot be written any more during the run, as
   *     on a full disk, does not end it: {@link RunOutcome#unwritten()} then lists what is missing
   * @throws ResultDirectoryException if the directory cannot be created; nothing was started then
   */
  public static RunOutcome run(BenchmarkPlan plan, Path results) throws ResultDirectoryException {
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(results, "results");
    return BenchmarkThread.call(stop -> plan.prepare(stop).execute(results));
  }
}
