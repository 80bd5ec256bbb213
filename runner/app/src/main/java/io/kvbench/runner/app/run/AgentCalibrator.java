package io.kvbench.runner.app.run;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.app.options.OwnCommand;
import io.kvbench.runner.calibrate.Calibration.Loop;
import io.kvbench.runner.calibrate.Calibration.OfAgents;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.distributed.controller.AgentTeams;
import io.kvbench.runner.run.BenchmarkRun;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.RunListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A measurement of the load that agents can drive: runs on the store that does nothing, without and
 * with them.
 */
record AgentCalibrator(CommandLinePlanner planning, StopSignal stop, boolean quick) {
  private static final Origin ORIGIN = Origin.of("calibrate");

  /**
   * Plans both runs.
   *
   * @param agents as after {@code --agents}
   * @return empty where the problems say why not
   */
  Optional<Plans> plan(String agents, int clients, Problems problems) {
    Map<String, String> properties = new TreeMap<>();
    properties.put("memory.nothing", "true");
    properties.put("recordcount", "1000");
    properties.put("readproportion", "1");
    properties.put("updateproportion", "0");
    properties.put("operationcount", String.valueOf(Long.MAX_VALUE / 2));
    properties.put("warmuptime", quick ? "1s" : "3s");
    properties.put("maxexecutiontime", quick ? "2" : "5");
    properties.put("clients", String.valueOf(clients));
    properties.put("connections", String.valueOf(clients));
    properties.put("hosts.every", "off");
    Optional<Planned> one = plan(properties, problems);
    properties.put(LoadAgentSettings.AGENTS.name(), agents);
    Optional<Planned> all = problems.isEmpty() ? plan(properties, problems) : Optional.empty();
    return one.isPresent() && all.isPresent() && problems.isEmpty()
        ? Optional.of(new Plans(one.get(), all.get()))
        : Optional.empty();
  }

  /** The runs to compare. */
  record Plans(Planned one, Planned agents) {}

  private Optional<Planned> plan(Map<String, String> properties, Problems problems) {
    PlanFactory plans = planning.planning();
    Assignments given = new Assignments();
    properties.forEach((name, text) -> given.add(name, text, ORIGIN));
    Settings settings = plans.resolve(given, problems);
    return plans
        .system("memory", "calibrate", problems)
        .filter(system -> problems.isEmpty())
        .flatMap(system -> plans.plan("calibrate", system, settings, problems));
  }

  /**
   * Runs the measurement.
   *
   * @throws BindingException with a message for the user, if a run ended early
   */
  OfAgents measure(Plans plans) throws BindingException, InterruptedException {
    RunResult one = run(plans.one);
    RunResult all = run(plans.agents);
    return new OfAgents(all.agents().map(List::size).orElse(1), loop(one), loop(all));
  }

  private RunResult run(Planned planned) throws BindingException, InterruptedException {
    RunResult result =
        new BenchmarkRun(
                planned.plan(),
                planned.provider(),
                planning.clusters(),
                stop,
                RunListener.NONE,
                List.of(),
                true)
            .with(new AgentTeams(OwnCommand.agent()))
            .executeWithoutFiles();
    if (stop.isGiven()) {
      throw new InterruptedException();
    }
    if (result.status() != RunStatus.COMPLETE) {
      throw new BindingException(result.statusReason().orElse("a run did not complete"));
    }
    return result;
  }

  private static Loop loop(RunResult result) {
    PhaseResult phase = result.phases().getLast();
    return new Loop(
        phase.load().clients(),
        phase.okCount(),
        phase.span().wallNanos(),
        phase.client().condition().map(ClientCondition::cpuNanos).orElse(0L),
        0);
  }
}
