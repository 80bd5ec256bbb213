package io.kvbench.core.plan;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a run is going to do, complete and without contradictions.
 *
 * @param workloadName the name for people and for the result directory
 * @param phases in their order; at least one
 * @param connections how many were asked for, or 0 where nobody knows how many there are; see
 *     {@link #connections(PhasePlan)}
 * @param settings everything that was given or defaulted, for the record and for the rooms with
 *     settings of their own
 * @param notes what the user should know before the run, in sentences
 */
public record RunPlan(
    String workloadName,
    Workload workload,
    SystemDescriptor system,
    List<PhasePlan> phases,
    int connections,
    Duration connectTimeout,
    Duration drainTimeout,
    Duration unavailableTimeout,
    List<String> endpoints,
    Settings settings,
    List<String> notes) {

  public RunPlan {
    phases = List.copyOf(phases);
    endpoints = List.copyOf(endpoints);
    notes = List.copyOf(notes);
  }

  /** Returns the plan with one note more. */
  public RunPlan withNote(String note) {
    return new RunPlan(
        workloadName,
        workload,
        system,
        phases,
        connections,
        connectTimeout,
        drainTimeout,
        unavailableTimeout,
        endpoints,
        settings,
        Stream.concat(notes.stream(), Stream.of(note)).toList());
  }

  /** Returns the plan for a binding of which nobody knows how many connections it has. */
  public RunPlan withUnknownConnections() {
    return new RunPlan(
        workloadName,
        workload,
        system,
        phases,
        0,
        connectTimeout,
        drainTimeout,
        unavailableTimeout,
        endpoints,
        settings,
        notes);
  }

  /**
   * Returns how many connections a phase has; 0 where nobody knows. Where the number of clients
   * changes there are never more than clients, so that each number of clients meets what it would
   * meet in a run of its own.
   */
  public int connections(PhasePlan phase) {
    boolean steps = phases.stream().anyMatch(each -> each.step().isPresent());
    return steps ? Math.min(connections, phase.clients()) : connections;
  }
}
