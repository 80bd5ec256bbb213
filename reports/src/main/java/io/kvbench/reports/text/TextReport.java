package io.kvbench.reports.text;

import io.kvbench.core.result.NetworkResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RoundTripResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunResult.ClusterResult;
import io.kvbench.core.result.ServerResult;
import io.kvbench.core.result.SloResult;
import io.kvbench.reports.run.AgentsSheet;
import io.kvbench.reports.run.LimitsSheet;
import io.kvbench.reports.run.NetworkSheet;
import io.kvbench.reports.run.ServersSheet;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.spikes.SpikesSheet;
import io.kvbench.reports.table.Quantities;
import io.kvbench.reports.table.Sheet;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A result on one screen of a terminal. It begins with whether to trust it and which of the user's
 * thresholds were kept; then come what ran, each measured phase with its totals, times, errors and
 * client time, the store's content, what hosts did and what kvbench itself used. A run in steps has
 * a table of them and everything about the best one. Phases before the run have one line each, and
 * their errors. The text is the same in every locale; whatever came from a server or a file is
 * stripped of control characters.
 */
public final class TextReport {
  private static final int MOST_SPIKES = 10;

  private final RunResult result;
  private final Optional<Spikes> spikes;
  private final Page page;

  private TextReport(RunResult result, Optional<Spikes> spikes, TextStyle style) {
    this.result = result;
    this.spikes = spikes;
    this.page = new Page(style);
  }

  /**
   * Returns the report, each line ended by {@code \n}.
   *
   * @param directory where the result was written, if it was
   */
  public static String of(RunResult result, Optional<Path> directory, TextStyle style) {
    return of(result, Optional.empty(), directory, style);
  }

  /** Returns the same with the spikes of the run, where they are known. */
  public static String of(
      RunResult result, Optional<Spikes> spikes, Optional<Path> directory, TextStyle style) {
    return new TextReport(result, spikes, style).render(directory);
  }

  /**
   * Returns whether to trust the result, every reason why not, and which thresholds were kept. Each
   * line is ended by {@code \n}.
   */
  public static String headline(RunResult result, TextStyle style) {
    TextReport report = new TextReport(result, Optional.empty(), style);
    Headline.of(result).renderInFull(report.page);
    report.slos();
    return report.page.toString();
  }

  private void slos() {
    result.slos().ifPresent(this::slos);
  }

  private String render(Optional<Path> directory) {
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    Headline headline = Headline.of(result);
    headline.render(page);
    slos();
    page.blank();
    subject();
    result.network().ifPresent(network -> network(NetworkSheet.of(network), network));
    result.peerNetwork().ifPresent(network -> network(NetworkSheet.ofPeers(network), network));
    result.limits().map(LimitsSheet::of).ifPresent(this::sheet);
    result.agents().map(AgentsSheet::of).ifPresent(this::sheet);
    for (PhaseResult phase : result.phases()) {
      if (!measured.contains(phase)) {
        PhaseSection.renderBriefly(phase, page);
      } else if (phase.step().isEmpty()) {
        new PhaseSection(phase).render(page);
      } else if (phase.equals(measured.getFirst())) {
        new StepsSection(measured).render(page);
      }
    }
    page.blank();
    StoreLine.of(result)
        .forEach(
            fact ->
                page.field(
                    fact.label(), PlainText.of(fact.text()), fact.isWrong() ? Ink.BAD : null));
    servers(result.cluster());
    result.cluster().events().ifPresent(events -> EventsSection.render(events, result, page));
    spikes.ifPresent(this::spikes);
    result.hosts().ifPresent(hosts -> HostsSection.render(hosts, measured, page));
    client();
    headline.renderChecks(page);
    directory.ifPresent(path -> page.unbroken("Files", PlainText.of(path.toString())));
    return page.toString();
  }

  private void subject() {
    Headline headline = Headline.of(result);
    page.title(headline.subject(), "");
    headline.client().ifPresent(client -> page.field("Client", client));
    page.field("Servers", PlainText.of(result.cluster().description()));
    roundTrips(result.cluster().knownRoundTrips());
    headline.notes().forEach(note -> page.field("Note", note));
    RunResult.EnvironmentResult host = result.environment();
    page.field(
        "Client host",
        "kvbench %s, Java %s, %s, %s processors, %s; seed %s"
            .formatted(
                PlainText.of(host.kvbenchVersion()),
                PlainText.of(host.javaVersion()),
                PlainText.of(host.operatingSystem()),
                host.processors(),
                Quantities.bytes(host.memoryBytes()),
                result.seed()));
  }

  private void network(Sheet nodes, NetworkResult network) {
    sheet(nodes);
    Stream.of(NetworkSheet.directions(network), NetworkSheet.changes(network))
        .filter(each -> !each.rows().isEmpty())
        .forEach(this::sheet);
  }

  private void sheet(Sheet sheet) {
    page.table(sheet);
    page.blank();
  }

  private void roundTrips(List<RoundTripResult> trips) {
    if (!trips.isEmpty()) {
      RoundTripResult nearest = trips.getFirst();
      RoundTripResult farthest = trips.getLast();
      page.field(
          "Round trip",
          "TCP connect: %s to %s%s"
              .formatted(
                  Quantities.micros(nearest.minMicros().orElseThrow()),
                  PlainText.of(nearest.endpoint()),
                  trips.size() == 1
                      ? ""
                      : ", %s to %s"
                          .formatted(
                              Quantities.micros(farthest.minMicros().orElseThrow()),
                              PlainText.of(farthest.endpoint()))));
    }
  }

  private void spikes(Spikes found) {
    if (found.spikes().isEmpty()) {
      page.field("Spikes", SpikesSheet.none(found));
    } else {
      page.table(SpikesSheet.spikes(found, MOST_SPIKES));
      page.table(SpikesSheet.causes(found));
      page.blank();
    }
  }

  private void client() {
    RunResult.ClientResult client = result.client();
    String memory =
        client.peakResidentBytes() == 0
            ? "peak memory unknown"
            : Quantities.bytes(client.peakResidentBytes()) + " peak memory";
    page.field(
        "Client cost",
        Quantities.duration(client.cpuNanosPerOperation())
            + " of CPU per operation"
            + (result.phases().size() > 1 ? " over all phases, " : ", ")
            + memory
            + ", "
            + Quantities.duration(client.gcPauseNanos())
            + " in GC"
            + (client.processShared().orElse(false)
                ? "; of the whole process, which also runs other code"
                : ""));
  }

  /**
   * What each of several servers said at the end, and whether they changed their leader. One server
   * has a line only for what is not in the report anyway: its disk space, or why it said nothing.
   */
  private void servers(ClusterResult cluster) {
    List<ServerResult> servers = cluster.askedServers();
    if (servers.size() > 1) {
      page.table(ServersSheet.of(cluster));
      page.blank();
      cluster.elections().ifPresent(this::elections);
    } else {
      servers.forEach(this::alone);
    }
  }

  private void alone(ServerResult server) {
    server
        .diskBytes()
        .ifPresent(bytes -> page.field("Server", Quantities.bytes(bytes) + " on disk at the end"));
    server.problem().ifPresent(problem -> page.field("Server", PlainText.of(problem), Ink.WARNING));
  }

  private void elections(long times) {
    if (times == 0) {
      page.field("Elections", "none during the phases");
    } else {
      page.field(
          "Elections",
          "leader changed " + (times == 1 ? "once" : times + " times") + " during the phases",
          Ink.WARNING);
    }
  }

  /** The user's own thresholds, each with what was seen; the mark says no more than the words. */
  private void slos(List<SloResult> slos) {
    long broken = slos.stream().filter(slo -> !slo.met()).count();
    page.blank();
    page.title(
        "Thresholds",
        broken == 0
            ? "all met"
            : Quantities.count(broken) + " of " + Quantities.count(slos.size()) + " failed");
    slos.forEach(this::slo);
  }

  private void slo(SloResult slo) {
    Ink ink = slo.met() ? Ink.GOOD : Ink.BAD;
    String mark = ink.on(slo.met() ? "✓" : "✗", page.style());
    page.hanging("  " + mark + " ", 4, PlainText.of(slo.observed()));
  }
}
