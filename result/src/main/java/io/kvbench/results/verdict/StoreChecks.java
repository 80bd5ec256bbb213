package io.kvbench.results.verdict;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.Unreported;
import io.kvbench.results.format.RunResult.ValuesRead;
import io.kvbench.results.format.RunResult.VersionCheck;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerEvents.DiskSyncs;
import io.kvbench.results.format.ServerEvents.EventSource;
import io.kvbench.results.format.ServerResult;
import io.kvbench.results.format.StoreFindings;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The checks that the store has what it acknowledged, that all of its servers agree, and that it
 * did not change meanwhile.
 */
final class StoreChecks {
  private static final long FEW_WRITES = 100;

  private StoreChecks() {}

  static void check(Evidence evidence, Settings limits, Findings findings) {
    StoreFindings store = evidence.store();
    StoreContents.check(store, evidence.records().before(), findings);
    overwritten(store, evidence.phases(), limits, findings);
    store.storeCheck().flatMap(StoreCheck::unreported).ifPresent(open -> created(open, findings));
    store.versionCheck().ifPresent(versions -> versions(versions, findings));
    store.valuesRead().ifPresent(values -> lengths(values, findings));
    apart(evidence.cluster().askedServers(), limits.get(VerdictSettings.RECORDS_APART), findings);
    silent(evidence.cluster().askedServers(), findings);
    aliases(evidence.cluster().askedServers(), findings);
    evidence
        .cluster()
        .elections()
        .ifPresent(times -> elections(times, limits.get(VerdictSettings.ELECTIONS), findings));
    evidence
        .cluster()
        .events()
        .ifPresent(
            events -> durability(events, limits.get(VerdictSettings.WRITES_PER_SYNC), findings));
    roundTrips(
        evidence.cluster().knownRoundTrips(), limits.get(VerdictSettings.ROUND_TRIPS), findings);
  }

  private static void overwritten(
      StoreFindings store, List<PhaseResult> phases, Settings limits, Findings findings) {
    long overwritten =
        store
            .storeCheck()
            .map(StoreCheck::keysOverwritten)
            .orElseGet(OptionalLong::empty)
            .orElse(0);
    long inserted =
        phases.stream()
            .map(phase -> phase.operations().get(OperationType.INSERT))
            .mapToLong(operation -> operation == null ? 0 : operation.okCount())
            .sum();
    double most = limits.get(VerdictSettings.OUTCOMES);
    if (overwritten > most * inserted) {
      findings.suspect(
          "overwritten",
          "%s of %s inserts added no record: they overwrote existing ones, or records were lost%s"
              .formatted(
                  Quantities.precise(overwritten),
                  Quantities.precise(inserted),
                  store.newRecords()),
          "inserts of new records only, " + VerdictSettings.OUTCOMES.name());
    }
  }

  /** Reading values of another size is another load. */
  private static void lengths(ValuesRead values, Findings findings) {
    if (values.others() > 0) {
      findings.suspect(
          "value sizes",
          "%s of %s read have a size that the workload does not write; they have %s to %s bytes"
              .formatted(
                  Quantities.precise(values.others()),
                  Quantities.count(values.count(), "value"),
                  Quantities.precise(values.minBytes()),
                  Quantities.precise(values.maxBytes())),
          values.writtenMinBytes() == values.writtenMaxBytes()
              ? Quantities.precise(values.writtenMinBytes()) + " bytes"
              : "%s to %s bytes"
                  .formatted(
                      Quantities.precise(values.writtenMinBytes()),
                      Quantities.precise(values.writtenMaxBytes())));
    }
  }

  /** A version is replaced once. */
  private static void versions(VersionCheck versions, Findings findings) {
    if (versions.repeated() > 0) {
      findings.invalid(
          "compare-and-set",
          "%s of %s succeeded for a version that another one had replaced (%s)"
              .formatted(
                  Quantities.precise(versions.repeated()),
                  Quantities.count(versions.compared(), "compare-and-set"),
                  versions.first().orElse("")),
          "one success for each version of a record");
    }
  }

  private static void created(Unreported open, Findings findings) {
    if (open.created() > 0) {
      findings.suspect(
          "created",
          Quantities.count(open.created(), "record")
              + " more than inserts explain: created by updates, or by other clients",
          "updates of existing records only");
    }
  }

  /** A server that failed to count cannot be compared with those that did. */
  private static void silent(List<ServerResult> servers, Findings findings) {
    if (servers.stream().noneMatch(server -> server.keysFound().isPresent())) {
      return; // An omitted store check has a separate finding.
    }
    servers.stream()
        .filter(server -> server.keysFound().isEmpty())
        .filter(server -> server.problem().isPresent())
        .findFirst()
        .ifPresent(
            server ->
                findings.suspect(
                    "servers",
                    "%s did not report its records: %s"
                        .formatted(server.endpoint(), server.problem().orElseThrow()),
                    "the record count of every server after the run"));
  }

  /** Load that seems to be spread over several servers is that of one then. */
  private static void aliases(List<ServerResult> servers, Findings findings) {
    Map<String, String> first = new HashMap<>();
    for (ServerResult server : servers) {
      String identity = server.details().get(ServerState.IDENTITY);
      String other = identity == null ? null : first.putIfAbsent(identity, server.endpoint());
      if (other != null) {
        findings.suspect(
            "aliases",
            "%s and %s are the same server, which says that it is %s"
                .formatted(other, server.endpoint(), identity),
            "one endpoint for each server");
        return;
      }
    }
  }

  private static void apart(List<ServerResult> servers, long most, Findings findings) {
    List<ServerResult> counted =
        servers.stream()
            .filter(server -> server.keysFound().isPresent())
            .sorted(Comparator.comparingLong(StoreChecks::records))
            .toList();
    if (!counted.isEmpty() && records(counted.getLast()) - records(counted.getFirst()) > most) {
      findings.suspect(
          "servers",
          "%s has %s records, %s has %s"
              .formatted(
                  counted.getFirst().endpoint(),
                  Quantities.precise(records(counted.getFirst())),
                  counted.getLast().endpoint(),
                  Quantities.precise(records(counted.getLast()))),
          (most == 0 ? "the same number on every server" : "at most " + most + " apart")
              + " a few seconds after the run, "
              + VerdictSettings.RECORDS_APART.name());
    }
  }

  private static long records(ServerResult server) {
    return server.keysFound().orElseThrow();
  }

  /** The shortest of several tries is compared: a busy machine makes the others longer. */
  private static void roundTrips(List<RoundTripResult> trips, Duration most, Findings findings) {
    if (trips.isEmpty()) {
      return;
    }
    long nearest = micros(trips.getFirst());
    long farthest = micros(trips.getLast());
    if ((farthest - nearest) * 1_000 > most.toNanos()) {
      findings.suspect(
          "round trips",
          "TCP connect to %s takes %s, to %s %s"
              .formatted(
                  trips.getFirst().endpoint(),
                  Quantities.preciseTime(nearest * 1e3),
                  trips.getLast().endpoint(),
                  Quantities.preciseTime(farthest * 1e3)),
          "at most %s apart, %s"
              .formatted(
                  Quantities.preciseTime(most.toNanos()), VerdictSettings.ROUND_TRIPS.name()));
    }
  }

  /** A server that never syncs is found however few writes it had, but for a handful. */
  private static void durability(ServerEvents events, long most, Findings findings) {
    for (EventSource source : events.sources()) {
      long writes = source.disk().map(DiskSyncs::writes).orElse(0L);
      long syncs = source.disk().map(DiskSyncs::syncs).orElse(0L);
      if (writes >= FEW_WRITES && (syncs == 0 || writes > most * syncs)) {
        findings.suspect(
            "durability",
            "%s applied %s writes and synced its log to disk %s"
                .formatted(
                    source.node(), Quantities.precise(writes), Quantities.count(syncs, "time")),
            "up to %s writes per sync (fsync), %s"
                .formatted(Quantities.precise(most), VerdictSettings.WRITES_PER_SYNC.name()));
        return;
      }
    }
  }

  private static long micros(RoundTripResult trip) {
    return trip.minMicros().orElseThrow();
  }

  private static void elections(long times, long most, Findings findings) {
    if (times > most) {
      findings.suspect(
          "elections",
          "the leader changed " + (times == 1 ? "once" : times + " times") + " during the run",
          (most == 0 ? "the same leader throughout the run" : "at most " + most)
              + ", "
              + VerdictSettings.ELECTIONS.name());
    }
  }
}
