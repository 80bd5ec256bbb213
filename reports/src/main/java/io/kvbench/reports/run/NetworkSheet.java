package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.NetworkResult.Change;
import io.kvbench.results.format.NetworkResult.Direction;
import io.kvbench.results.format.NetworkResult.Directions;
import io.kvbench.results.format.NetworkResult.Node;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/** The network conditions of a run: requested, and measured before the load. */
public final class NetworkSheet {
  private static final List<Figure<Node>> COLUMNS =
      List.of(
          Figure.of("server", node -> Cell.words(node.endpoint())),
          Figure.of("requested latency", node -> Cell.of(node.askedLatencyMicros(), Unit.MICROS)),
          Figure.detail("requested jitter", node -> Cell.of(node.askedJitterMicros(), Unit.MICROS)),
          Figure.of("round trip", node -> Cell.of(node.roundTripMicros(), Unit.MICROS)),
          Figure.of("requested bytes/s", node -> Cell.of(node.askedBytesPerSecond(), Unit.BYTES)),
          Figure.of("to server", node -> Cell.of(node.bytesPerSecondToServer(), Unit.BYTES)),
          Figure.of("from server", node -> Cell.of(node.bytesPerSecondFromServer(), Unit.BYTES)),
          Figure.detail("connections", node -> Cell.of(node.connections(), Unit.COUNT)));

  /** Columns of networks with a separate condition for each direction. */
  private static final List<Figure<Node>> DIRECTIONS =
      List.of(
          Figure.of("server", node -> Cell.words(node.endpoint())),
          Figure.of("latency to", node -> asked(node, Directions::toServer)),
          Figure.of("measured", node -> measured(node, Directions::toServer)),
          Figure.of("latency from", node -> asked(node, Directions::fromServer)),
          Figure.of("measured", node -> measured(node, Directions::fromServer)),
          Figure.of("bytes/s to", node -> rate(node, Directions::toServer)),
          Figure.of("bytes/s from", node -> rate(node, Directions::fromServer)));

  private static final List<Figure<Change>> CHANGES =
      List.of(
          Figure.of("at", change -> Cell.of(change.phaseNanos() / 1e9, Unit.SECONDS)),
          // The time has a separate column.
          Figure.of("step", change -> Cell.words(change.step().replaceFirst("@.*", ""))),
          Figure.of("server", change -> Cell.of(change.number(), Unit.COUNT)),
          Figure.of(
              "requested latency", change -> Cell.of(change.askedLatencyMicros(), Unit.MICROS)),
          Figure.detail(
              "requested jitter", change -> Cell.of(change.askedJitterMicros(), Unit.MICROS)),
          Figure.of("round trip", change -> Cell.of(change.roundTripMicros(), Unit.MICROS)),
          Figure.detail(
              "requested bytes/s", change -> Cell.of(change.askedBytesPerSecond(), Unit.BYTES)));

  private NetworkSheet() {}

  private static Cell asked(Node node, Function<Directions, Direction> way) {
    return cell(node, way, each -> OptionalLong.of(each.askedLatencyMicros()), Unit.MICROS);
  }

  private static Cell measured(Node node, Function<Directions, Direction> way) {
    return cell(node, way, Direction::latencyMicros, Unit.MICROS);
  }

  private static Cell rate(Node node, Function<Directions, Direction> way) {
    return cell(node, way, Direction::askedBytesPerSecond, Unit.BYTES);
  }

  private static Cell cell(
      Node node,
      Function<Directions, Direction> way,
      Function<Direction, OptionalLong> value,
      Unit unit) {
    return Cell.of(node.directions().map(way).map(value).orElse(OptionalLong.empty()), unit);
  }

  public static Sheet of(NetworkResult network) {
    return of("Network", network);
  }

  /** Returns the conditions between the servers. */
  public static Sheet ofPeers(NetworkResult network) {
    return of("Network between servers", network);
  }

  private static Sheet of(String title, NetworkResult network) {
    return Sheet.of(
        title,
        "measured through %s before the load; proxy overhead: %s per round trip"
            .formatted(network.engine(), Quantities.micros(network.proxyMicros())),
        COLUMNS,
        network.nodes());
  }

  /** Returns what each direction was asked to be like; without rows where they were the same. */
  public static Sheet directions(NetworkResult network) {
    return Sheet.of(
        "Network, each direction",
        "requested to and from the server; measured from: the rest of the round trip",
        DIRECTIONS,
        network.nodes().stream().filter(node -> node.directions().isPresent()).toList());
  }

  /** Returns what steps changed; without rows where nothing was. */
  public static Sheet changes(NetworkResult network) {
    return Sheet.of(
        "Network changes",
        "round trips measured right after each change, under load",
        CHANGES,
        network.changes().orElse(List.of()));
  }
}
