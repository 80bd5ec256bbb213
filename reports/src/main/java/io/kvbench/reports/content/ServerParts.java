package io.kvbench.reports.content;

import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.Entries;
import io.kvbench.reports.document.Element.Entry;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.run.AgentsSheet;
import io.kvbench.reports.run.LimitsSheet;
import io.kvbench.reports.run.NetworkSheet;
import io.kvbench.reports.run.ServersSheet;
import io.kvbench.reports.table.Sheet;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.ServerResult;
import java.util.ArrayList;
import java.util.List;

/** The document parts about the servers, their network and limits, and load agents. */
final class ServerParts {
  private ServerParts() {}

  static List<Element> of(RunResult result) {
    List<Element> elements = new ArrayList<>();
    ClusterResult cluster = result.cluster();
    List<ServerResult> servers = cluster.askedServers();
    List<Entry> entries = new ArrayList<>();
    if (servers.size() > 1) {
      elements.add(Tabulation.of(ServersSheet.of(cluster)));
      cluster.elections().ifPresent(times -> entries.add(elections(times)));
    } else {
      servers.forEach(server -> alone(server, entries));
    }
    List<RoundTripResult> trips = cluster.knownRoundTrips();
    if (!trips.isEmpty()) {
      String nearest = trip(trips.getFirst());
      String all = trips.size() == 1 ? nearest : nearest + ", " + trip(trips.getLast());
      entries.add(Entry.of("Round trip", "TCP connect: " + all));
    }
    elements.add(new Entries(entries));
    cluster.events().ifPresent(events -> elements.addAll(EventsParts.of(events, result)));
    result.conditions().network().ifPresent(each -> network(NetworkSheet.of(each), each, elements));
    result
        .conditions()
        .peerNetwork()
        .ifPresent(each -> network(NetworkSheet.ofPeers(each), each, elements));
    result.conditions().limits().map(LimitsSheet::of).map(Tabulation::of).ifPresent(elements::add);
    result.agents().map(AgentsSheet::of).map(Tabulation::of).ifPresent(elements::add);
    return elements;
  }

  private static void network(Sheet nodes, NetworkResult network, List<Element> elements) {
    elements.add(Tabulation.of(nodes));
    elements.add(Tabulation.of(NetworkSheet.directions(network)));
    elements.add(Tabulation.of(NetworkSheet.changes(network)));
  }

  /** A single server has entries only for what is not stated elsewhere. */
  private static void alone(ServerResult server, List<Entry> entries) {
    server
        .diskBytes()
        .ifPresent(
            bytes ->
                entries.add(Entry.of("Server", Quantities.bytes(bytes) + " on disk at the end")));
    server.problem().ifPresent(problem -> entries.add(new Entry("Server", problem, Tone.DOUBTFUL)));
  }

  private static Entry elections(long times) {
    return times == 0
        ? Entry.of("Elections", "none during the phases")
        : new Entry(
            "Elections",
            "leader changed " + (times == 1 ? "once" : times + " times") + " during the phases",
            Tone.DOUBTFUL);
  }

  private static String trip(RoundTripResult trip) {
    return Quantities.micros(trip.minMicros().orElseThrow()) + " to " + trip.endpoint();
  }
}
