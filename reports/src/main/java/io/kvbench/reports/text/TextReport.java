package io.kvbench.reports.text;

import io.kvbench.reports.run.AgentsSheet;
import io.kvbench.reports.run.LimitsSheet;
import io.kvbench.reports.run.NetworkSheet;
import io.kvbench.reports.run.ServersSheet;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.spikes.SpikesSheet;
import io.kvbench.reports.table.Sheet;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.ServerResult;
import io.kvbench.results.format.SloResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A result in a terminal: the summary that a run ends with, or the full report. Both begin with the
 * user's thresholds and with whether to trust the figures; then come what ran, each measured phase
 * with its totals, faults, times and errors, the store's content, and what servers and kvbench
 * used. The full report has more about each of these, such as histograms, client time and hosts. A
 * run in steps has a table of them, and in full everything about the best one. Phases before the
 * run have one line each, and their errors. The text is the same in every locale; whatever came
 * from a server or a file is stripped of control characters.
 */
public final class TextReport {
  private static final int MOST_SPIKES = 10;
  private static final int MOST_IN_SUMMARY = 3;

  private final RunResult result;
  private final Optional<Spikes> spikes;
  private final Page page;

  private TextReport(RunResult result, Optional<Spikes> spikes, Page page) {
    this.result = result;
    this.spikes = spikes;
    this.page = page;
  }

  /** Returns the summary that a run ends with, each line ended by {@code \n}. */
  public static String summary(RunResult result, Optional<Spikes> spikes, TextStyle style) {
    return new TextReport(result, spikes, new Page(style, false)).render(Optional.empty());
  }

  /**
   * Returns the full report, each line ended by {@code \n}.
   *
   * @param directory where the result was written, if it was
   */
  public static String of(RunResult result, Optional<Path> directory, TextStyle style) {
    return of(result, Optional.empty(), directory, style);
  }

  /** Returns the same with the spikes of the run, where they are known. */
  public static String of(
      RunResult result, Optional<Spikes> spikes, Optional<Path> directory, TextStyle style) {
    return new TextReport(result, spikes, new Page(style)).render(directory);
  }

  /**
   * Returns which thresholds were kept, whether to trust the result, and every reason why not. Each
   * line is ended by {@code \n}.
   */
  public static String headline(RunResult result, TextStyle style) {
    TextReport report = new TextReport(result, Optional.empty(), new Page(style));
    report.headline();
    return report.page.toString();
  }

  private void headline() {
    result.slos().ifPresent(this::slos);
    page.blank();
    Headline.of(result).render(page);
  }

  private String render(Optional<Path> directory) {
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    headline();
    page.blank();
    subject();
    if (page.isFull()) {
      result
          .conditions()
          .network()
          .ifPresent(network -> network(NetworkSheet.of(network), network));
      result
          .conditions()
          .peerNetwork()
          .ifPresent(network -> network(NetworkSheet.ofPeers(network), network));
      result.conditions().limits().map(LimitsSheet::of).ifPresent(this::sheet);
      result.agents().map(AgentsSheet::of).ifPresent(this::sheet);
    }
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
    StoreLine.of(result).stream()
        .filter(fact -> page.isFull() || fact.isCheck())
        .forEach(
            fact ->
                page.field(
                    fact.label(), PlainText.of(fact.text()), fact.isWrong() ? Ink.BAD : null));
    if (page.isFull()) {
      servers(result.cluster());
      result.cluster().events().ifPresent(events -> EventsSection.render(events, result, page));
    }
    spikes.ifPresent(this::spikes);
    result.hosts().ifPresent(hosts -> HostsSection.render(hosts, measured, page));
    client();
    directory.ifPresent(path -> page.unbroken("Files", PlainText.of(path.toString())));
    return page.toString();
  }

  private void subject() {
    Headline headline = Headline.of(result);
    if (!page.isFull()) {
      page.title(headline.subject(), PlainText.of(result.cluster().description()));
      return;
    }
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
                result.origin().seed()));
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
    if (!found.spikes().isEmpty()) {
      page.table(SpikesSheet.spikes(found, page.isFull() ? MOST_SPIKES : MOST_IN_SUMMARY));
      if (page.isFull()) {
        page.table(SpikesSheet.causes(found));
      }
      page.blank();
    } else if (page.isFull()) {
      page.field("Spikes", SpikesSheet.none(found));
    }
  }

  private void client() {
    RunResult.ClientResult client = result.use().client();
    String memory =
        client.peakResidentBytes() == 0
            ? "peak memory unknown"
            : Quantities.bytes(client.peakResidentBytes()) + " peak memory";
    String cost =
        Quantities.duration(client.cpuNanosPerOperation())
            + " of CPU per operation"
            + (result.phases().size() > 1 ? " over all phases" : "");
    if (!page.isFull()) {
      page.field("kvbench", used().orElse(cost) + ", " + memory);
      return;
    }
    page.field(
        "Client cost",
        cost
            + ", "
            + memory
            + ", "
            + Quantities.duration(client.gcPauseNanos())
            + " in GC"
            + (client.processShared().orElse(false)
                ? "; of the whole process, which also runs other code"
                : ""));
  }

  private Optional<String> used() {
    List<PhaseResult> measured = PhaseResult.measured(result.phases());
    return measured.size() == 1 ? used(measured.getFirst()) : Optional.empty();
  }

  private static Optional<String> used(PhaseResult phase) {
    return phase
        .client()
        .condition()
        .map(each -> ConditionLine.used(each, phase.span().wallNanos(), phase.operationCount()));
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
