package io.kvbench.core.plan;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.key.RunPart;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The complete and checked plan of a run.
 *
 * @param workloadName the display name, also used for the result directory
 * @param phases in order; at least one
 * @param connections the requested number, or 0 if it is unknown; see {@link
 *     #connections(PhasePlan)}
 * @param settings all given and default settings, for the record and for packages with their own
 *     settings
 * @param scheduleDigests the SHA-256 of every file that shapes the schedule, by its setting
 * @param notes notes for the user before the run, as sentences
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
    Map<String, String> scheduleDigests,
    List<String> notes) {

  public RunPlan {
    phases = List.copyOf(phases);
    endpoints = List.copyOf(endpoints);
    scheduleDigests = Map.copyOf(scheduleDigests);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the SHA-256 of every file that shapes the load, in hexadecimal, by the setting that
   * names the file.
   */
  public Map<String, String> fileDigests() {
    Map<String, String> digests = new TreeMap<>(workload.fileDigests());
    digests.putAll(scheduleDigests);
    return digests;
  }

  /** Returns the plan with one more note. */
  public RunPlan withNote(String note) {
    return with(
        workload, phases, connections, Stream.concat(notes.stream(), Stream.of(note)).toList());
  }

  /** Returns the plan for a binding whose number of connections is unknown. */
  public RunPlan withUnknownConnections() {
    return with(
        workload,
        system.exclusiveConnections()
            ? phases.stream().map(PhasePlan::withFixedClients).toList()
            : phases,
        0,
        notes);
  }

  /** Returns the same plan with other phases, none of which has more clients. */
  public RunPlan withPhases(List<PhasePlan> others) {
    return with(workload, others, connections, notes);
  }

  /** Returns the same plan with a workload that differs only in {@link Workload#valueRun}. */
  public RunPlan withWorkload(Workload same) {
    return with(same, phases, connections, notes);
  }

  /**
   * Returns the plan of one part of the run: its share of the clients, requests and connections, at
   * least one of each. Totals over all parts, such as {@link #ownConnections}, must be taken from
   * the whole plan.
   *
   * @throws IllegalArgumentException if a phase has fewer clients than there are parts
   */
  public RunPlan part(RunPart part) {
    return with(
        workload,
        phases.stream().map(phase -> phase.part(part)).toList(),
        connections == 0 ? 0 : Math.max(1, part.size(connections)),
        notes);
  }

  private RunPlan with(
      Workload newWorkload, List<PhasePlan> newPhases, int newConnections, List<String> newNotes) {
    return new RunPlan(
        workloadName,
        newWorkload,
        system,
        newPhases,
        newConnections,
        connectTimeout,
        drainTimeout,
        unavailableTimeout,
        endpoints,
        settings,
        scheduleDigests,
        newNotes);
  }

  /**
   * Returns how many connections a phase has; 0 if unknown. If the number of clients changes, there
   * are never more connections than clients, so that each step has the same conditions as in a run
   * of its own.
   */
  public int connections(PhasePlan phase) {
    boolean steps =
        phase.name() != PhaseName.PROBE
            && phases.stream().anyMatch(each -> each.step().isPresent());
    return steps ? Math.min(connections, phase.clients()) : connections;
  }

  /**
   * Returns the max number of connections of a phase; more than initially if each client has one
   * and clients are started on demand; 0 if unknown.
   */
  public int maxConnections(PhasePlan phase) {
    int added = system.exclusiveConnections() ? phase.maxClients() - phase.clients() : 0;
    return connections(phase) + added;
  }

  /**
   * Returns how many connections the system opens for the locks, leases and watchers of a phase,
   * besides the shared ones.
   */
  public long ownConnections(PhasePlan phase) {
    return OwnConnectionCount.of(system, workload, phase, settings);
  }
}
