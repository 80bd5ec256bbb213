package io.kvbench.reports.text;

import io.kvbench.core.result.RunResult.ClusterResult;
import io.kvbench.core.result.ServerResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What each of several servers said at the end, and whether they changed their leader. One server
 * has a line only for what is not in the report anyway: its disk space, or why it said nothing.
 */
final class ServersSection {
  private static final String UNKNOWN = "-";
  private static final int GAP = 2;
  private static final int WORDS = 3;
  private static final int MOST_WORD = 12;

  /** What the other columns take at most, so that the endpoint has the rest. */
  private static final int REST = 4 * GAP + 2 * MOST_WORD + 26;

  /** The cells of a server, {@link #WORDS} of words and then numbers. */
  private record Row(List<String> cells, String problem) {}

  private final List<Row> rows;
  private final Page page;

  private ServersSection(List<Row> rows, Page page) {
    this.rows = rows;
    this.page = page;
  }

  static void render(ClusterResult cluster, Page page) {
    List<ServerResult> servers = cluster.askedServers();
    if (servers.size() > 1) {
      List<Row> rows = servers.stream().map(server -> row(server, page)).toList();
      new ServersSection(rows, page).table();
    } else if (servers.size() == 1) {
      alone(servers.getFirst(), page);
    }
    if (servers.size() > 1) {
      cluster.elections().ifPresent(times -> elections(times, page));
    }
  }

  private static void alone(ServerResult server, Page page) {
    server
        .diskBytes()
        .ifPresent(bytes -> page.field("Server", Quantities.bytes(bytes) + " on disk at the end"));
    server.problem().ifPresent(problem -> page.field("Server", PlainText.of(problem), Ink.WARNING));
  }

  private static Row row(ServerResult server, Page page) {
    return new Row(
        List.of(
            end(PlainText.of(server.endpoint()), page.width() - REST),
            end(server.version().map(PlainText::of).orElse(UNKNOWN), MOST_WORD),
            end(part(server), MOST_WORD),
            figure(server.keysFound(), Quantities::count),
            figure(server.diskBytes(), Quantities::bytes)),
        server.problem().map(PlainText::of).orElse(""));
  }

  private static String part(ServerResult server) {
    String told = server.details().get("mode");
    return told != null ? PlainText.of(told) : server.leader() ? "leader" : UNKNOWN;
  }

  private static String figure(OptionalLong figure, Function<Long, String> written) {
    return figure.isPresent() ? written.apply(figure.getAsLong()) : UNKNOWN;
  }

  /** The end of an endpoint tells more than its beginning: the port is there. */
  private static String end(String text, int most) {
    return text.length() <= most ? text : ".." + text.substring(text.length() - most + 2);
  }

  private void table() {
    page.blank();
    Row header = new Row(List.of("Servers", "version", "part", "records", "disk"), "");
    List<Integer> widths = widths(header);
    Stream.concat(Stream.of(header), rows.stream()).forEach(row -> line(row, widths));
    page.blank();
  }

  private List<Integer> widths(Row header) {
    return IntStream.range(0, header.cells.size())
        .mapToObj(
            column ->
                Stream.concat(Stream.of(header), rows.stream())
                    .mapToInt(row -> row.cells.get(column).length())
                    .reduce(0, Math::max))
        .toList();
  }

  private void line(Row row, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.size(); column++) {
      String cell = row.cells.get(column);
      int width = widths.get(column);
      line.append(column == 0 ? "" : " ".repeat(GAP))
          .append(column < WORDS ? Columns.left(cell, width) : Columns.right(cell, width));
    }
    page.line(line.toString());
    if (!row.problem.isEmpty()) {
      page.indented(4, row.problem);
    }
  }

  private static void elections(long times, Page page) {
    if (times == 0) {
      page.field("Elections", "none while the phases ran");
    } else {
      page.field(
          "Elections",
          "another leader " + (times == 1 ? "once" : times + " times") + " while the phases ran",
          Ink.WARNING);
    }
  }
}
