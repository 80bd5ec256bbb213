package io.kvbench.runner.distributed.message;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A message from a controller to an agent. */
public sealed interface Order {

  /**
   * The agent has no part in the run and may end.
   *
   * @param reason for its user
   */
  record Refuse(String reason) implements Order {}

  /**
   * The order to plan a part of a run, and to answer with {@link Report.Prepared}.
   *
   * @param assignments what the user has set, secrets too, in the order of precedence
   * @param part which part, counted from 0
   * @param parts of how many
   * @param addresses of the servers
   * @param valueRun the number of this run in values, if they have one
   * @param sampleMillis how often it is to sample its machine; empty where another one does
   * @param fileDigests the SHA-256 of files that shape the load, by the setting that names them
   */
  record Prepare(
      String workload,
      String system,
      List<Assigned> assignments,
      int part,
      int parts,
      List<String> addresses,
      OptionalInt valueRun,
      OptionalLong sampleMillis,
      Map<String, String> fileDigests)
      implements Order {
    public Prepare {
      assignments = List.copyOf(assignments);
      addresses = List.copyOf(addresses);
      fileDigests = Map.copyOf(fileDigests);
    }
  }

  /** A setting as the user gave it. */
  record Assigned(String name, String text) {}

  /**
   * The order to get ready for a phase, and to answer with {@link Report.Ready}.
   *
   * @param phase which of the plan's, counted from 0
   * @param end the number behind the largest that any agent has inserted in the phases before
   * @param checked whether values that are read must be the run's own
   */
  record Enter(int phase, long end, boolean checked) implements Order {}

  /**
   * The order to send the first request of the phase.
   *
   * @param at on the controller's clock
   */
  record Begin(Instant at) implements Order {}

  /** The order to end the phase early. */
  record Stop() implements Order {}

  /** The order to answer with {@link Report.Accounted}. */
  record Account() implements Order {}

  /** The run is over. */
  record Leave() implements Order {}
}
