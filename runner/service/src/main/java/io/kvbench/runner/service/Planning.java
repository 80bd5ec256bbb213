package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.json.StrictJson;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.WorkloadLookup;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** A planner of requests, with the code that plans runs of the command line. For any thread. */
final class Planning {

  /** A plan, and the assignments that it is made of. */
  record Ready(RunPlan plan, Assignments assignments) {

    /** Returns what clients learn of the plan. */
    ObjectNode json() {
      ObjectNode json = StrictJson.object();
      json.put("system", plan.system().name());
      json.put("workload", plan.workloadName());
      ArrayNode phases = json.putArray("phases");
      plan.phases().forEach(phase -> phases.add(json(phase)));
      ArrayNode notes = json.putArray("notes");
      plan.notes().forEach(notes::add);
      ObjectNode given = json.putObject("properties");
      plan.settings().entries().stream()
          .filter(entry -> entry.origin().isPresent())
          .filter(entry -> entry.setting().remote() && !entry.setting().secret())
          .forEach(entry -> given.put(entry.setting().name(), entry.text()));
      return json;
    }

    private ObjectNode json(PhasePlan phase) {
      ObjectNode json = StrictJson.object();
      json.put("name", phase.name().toString());
      phase.step().ifPresent(step -> json.put("step", step.toString()));
      json.put("clients", phase.clients());
      json.put("connections", plan.connections(phase));
      json.put("loadModel", phase.loadModel().toString());
      if (phase.requests() != PhasePlan.UNLIMITED) {
        json.put("requests", phase.requests());
      }
      phase.duration().ifPresent(time -> json.put("seconds", time.toMillis() / 1e3));
      return json;
    }
  }

  private final Bindings bindings;
  private final PlanFactory factory;
  private final Assignments fixed;
  private final ClientProperties properties;

  /** Many requests at once must not take the memory of as many plans. */
  private final ReentrantLock lock = new ReentrantLock();

  /** To list them, the jar is opened. */
  private final List<String> workloads = WorkloadLookup.names();

  /**
   * Plans with the operator's properties, which win over those of clients.
   *
   * @param properties what clients may set
   */
  Planning(Bindings bindings, PlanFactory factory, Assignments fixed, ClientProperties properties) {
    this.bindings = bindings;
    this.factory = factory;
    this.fixed = fixed;
    this.properties = properties;
  }

  /**
   * Plans a run.
   *
   * @throws ServiceRefusal with everything that is wrong with the request
   */
  Ready plan(RunRequest request) throws ServiceRefusal {
    lock.lock();
    try {
      return planned(request);
    } finally {
      lock.unlock();
    }
  }

  private Ready planned(RunRequest request) throws ServiceRefusal {
    Problems problems = new Problems();
    Optional<Reachable> system = factory.system(request.system(), "system", problems);
    Assignments given = workload(request.workload(), problems);
    given.addAll(properties.check(request.properties(), problems)).addAll(fixed);
    Settings settings = factory.resolve(given, problems);
    Optional<Planned> planned =
        system.isPresent() && problems.isEmpty()
            ? factory.plan(request.workload(), system.get(), settings, problems)
            : Optional.empty();
    if (planned.isEmpty()) {
      throw ServiceRefusal.of(problems);
    }
    return new Ready(planned.get().plan(), given);
  }

  /** Only workloads in the jar: a name that a client has sent names no file. */
  private Assignments workload(String name, Problems problems) {
    return name.equals(RunRequest.BARE) || SimpleBenchmark.WORKLOADS.contains(name)
        ? new Assignments()
        : WorkloadLookup.readPacked(name, workloads, Origin.of("workload"), problems);
  }

  /** Returns the systems, workloads and properties that a request can have. */
  ObjectNode catalog() {
    ObjectNode json = StrictJson.object();
    ArrayNode systems = json.putArray("systems");
    bindings.names().forEach(systems::add);
    ArrayNode inProcess = json.putArray("inProcess");
    bindings.all().stream()
        .map(Reachable::system)
        .filter(SystemDescriptor::local)
        .forEach(system -> inProcess.add(system.name()));
    ArrayNode names = json.putArray("workloads").add(RunRequest.BARE);
    workloads.forEach(names::add);
    ObjectNode about = json.putObject("workloadDescriptions");
    workloads.forEach(name -> about.put(name, WorkloadLookup.description(name)));
    ArrayNode settings = json.putArray("properties");
    properties.all().forEach(setting -> settings.add(json(setting)));
    return json;
  }

  private static ObjectNode json(Setting<?> setting) {
    ObjectNode json = StrictJson.object();
    json.put("name", setting.name());
    if (!setting.aliases().isEmpty()) {
      ArrayNode aliases = json.putArray("aliases");
      setting.aliases().forEach(aliases::add);
    }
    json.put("description", setting.description());
    json.put("accepts", setting.accepts());
    if (!setting.choices().isEmpty()) {
      ArrayNode choices = json.putArray("choices");
      setting.choices().forEach(choices::add);
    }
    setting.defaultText().ifPresent(text -> json.put("default", text));
    setting.affects().ifPresent(what -> json.put("affects", what.toString()));
    return json;
  }

  /** Returns whether clients may set a property of this name. */
  boolean isOpen(String name) {
    return properties.all().stream().anyMatch(setting -> setting.name().equals(name));
  }
}
