package io.kvbench.runner.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.trace.TraceCursor;
import io.kvbench.core.trace.TraceEntry;
import io.kvbench.core.trace.TraceFile;
import io.kvbench.core.trace.TraceHeader;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.core.trace.TraceWriter;
import io.kvbench.core.trace.TracedPart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of other tools as traces. */
class TraceTextTest {
  @TempDir private Path directory;

  private TraceFile convert(Function<TraceSink, TraceText> format, String... lines)
      throws IOException {
    Path file = directory.resolve("trace.kvt");
    Files.deleteIfExists(file);
    try (TraceWriter writer =
        TraceWriter.create(
            file,
            new TraceHeader("text", Instant.EPOCH, false),
            UnaryOperator.identity(),
            FilePermissions.OWNER)) {
      TraceText text = format.apply(writer);
      for (String line : lines) {
        text.line(line);
      }
      text.end();
    }
    return TraceFile.open(file);
  }

  private static List<TraceEntry> entries(TraceFile trace, int session) throws IOException {
    List<TraceEntry> entries = new ArrayList<>();
    TraceCursor cursor = trace.cursor(trace.sessions().get(session));
    for (TraceEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
      entries.add(entry);
    }
    return entries;
  }

  private static String words(TraceEntry entry) {
    return entry.startMicros()
        + " "
        + entry.request().type()
        + entry.request().parts().stream()
            .map(
                part ->
                    " "
                        + part.key()
                        + (part.valueBytes() == TracedPart.NONE ? "" : "=" + part.valueBytes()))
            .collect(Collectors.joining());
  }

  @Test
  void monitoredCommandsAreOperationsOfTheirClients() throws Exception {
    TraceFile trace =
        convert(
            MonitorText::new,
            "OK",
            "1339518083.107412 [0 127.0.0.1:60866] \"keys\" \"*\"",
            "1339518087.877697 [0 127.0.0.1:60866] \"get\" \"a \\\"b\\\"\\x01\"",
            "1339518088.000000 [0 10.0.0.1:5] \"SET\" \"k\" \"value\" \"EX\" \"10\"",
            "1339518088.000001 [0 10.0.0.1:5] \"set\" \"k\" \"v\" \"nx\"",
            "1339518088.000001 [0 10.0.0.1:5] \"setex\" \"k\" \"10\" \"four\"",
            "1339518088.000002 [0 10.0.0.1:5] \"del\" \"k\"",
            "1339518088.000003 [0 10.0.0.1:5] \"mset\" \"x\" \"1\" \"y\" \"22\"",
            "1339518088.000004 [0 10.0.0.1:5] \"mget\" \"x\" \"y\"");

    assertThat(trace.ignored()).isEqualTo(Map.of("KEYS", 1L));
    assertThat(entries(trace, 0))
        .extracting(TraceTextTest::words)
        .containsExactly("4770285 READ a \"b\"\u0001");
    assertThat(entries(trace, 1))
        .extracting(TraceTextTest::words)
        .containsExactly(
            "4892588 UPDATE k=5",
            "4892589 INSERT k=1",
            "4892589 UPDATE k=4",
            "4892590 DELETE k",
            "4892591 TRANSACTION x=1 y=2",
            "4892592 READ_TRANSACTION x y");
    assertThat(entries(trace, 1)).allMatch(entry -> entry.answer().isEmpty());
    assertThat(trace.sessions()).allMatch(session -> session.peak() == 1);
    assertThat(trace.recordsBefore()).isEqualTo(1);
  }

  @Test
  void addressesOfVersion6AndBytesThatAreNoTextAreRead() throws Exception {
    TraceFile trace =
        convert(
            MonitorText::new,
            "1339518083.000000 [0 [::1]:60866] \"set\" \"k\" \"\u00e9\u00ff\"",
            "1339518083.000001 [0 unix:/tmp/s] \"get\" \"] \\\"\"");

    assertThat(trace.sessions()).hasSize(2);
    assertThat(entries(trace, 0)).extracting(TraceTextTest::words).containsExactly("0 UPDATE k=2");
    assertThat(entries(trace, 1)).extracting(TraceTextTest::words).containsExactly("1 READ ] \"");
  }

  @Test
  void linesEndAsTheyDoEverywhereAndOnesThatAreTooLongArePassedOver() throws Exception {
    byte[] text = "a\r\n\n12345\n123456\nx".getBytes(StandardCharsets.UTF_8);
    TextLines lines = new TextLines(new ByteArrayInputStream(text), 5);

    assertThat(lines.advance()).isTrue();
    assertThat(lines.line()).isEqualTo("a");
    assertThat(lines.advance()).isTrue();
    assertThat(lines.line()).isEmpty();
    assertThat(lines.advance()).isTrue();
    assertThat(lines.line()).isEqualTo("12345");
    assertThat(lines.advance()).isTrue();
    assertThatThrownBy(lines::line).hasMessage("it is longer than 5 bytes");
    assertThat(lines.advance()).isTrue();
    assertThat(lines.line()).isEqualTo("x");
    assertThat(lines.advance()).isFalse();
    assertThat(lines.bytes()).isEqualTo(text.length + 1L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello",
        "1339518083.107412 [0 127.0.0.1:60866] keys",
        "1339518083.107412 [0 127.0.0.1:60866] \"get\" \"open",
        "1339518083.107412 [0 127.0.0.1:60866] \"set\" \"k\"",
        "1339518083.107412 [0 127.0.0.1:60866] \"get\" \"\\xg1\""
      })
  void otherLinesAreRefused(String line) {
    assertThatThrownBy(() -> convert(MonitorText::new, line)).isInstanceOf(IOException.class);
  }

  private static final String NAMES =
      "type\tevent_time\tsession_id\txid\top_num\tpath\tdata\tis_ephemeral\tis_sequential\tversion"
          + "\trequests_size\trequest_idx\terror";

  private static String row(
      String type, String time, int xid, String kind, String path, String data, String more) {
    return String.join(
        "\t", type, "2026-01-02 03:04:" + time, "77", String.valueOf(xid), kind, path, data, more);
  }

  @Test
  void rowsOfRequestsAndAnswersAreOperations() throws Exception {
    TraceFile trace =
        convert(
            KeeperLogText::new,
            NAMES,
            row("Request", "05.000000", 1, "Create", "/a", "da\\tta", "0\t0\t\\N\t0\t0\t\\N"),
            row("Request", "05.000010", 2, "Get", "/a", "", "0\t0\t\\N\t0\t0\t\\N"),
            row("Response", "05.000020", 1, "Create", "/a", "", "0\t0\t\\N\t0\t0\tZOK"),
            row("Response", "05.000030", 2, "Get", "/a", "data", "0\t0\t\\N\t0\t0\tZOK"),
            row("Request", "05.000040", 3, "Set", "/a", "x", "0\t0\t4\t0\t0\t\\N"),
            row("Response", "05.000050", 3, "Set", "/a", "", "0\t0\t4\t0\t0\tZBADVERSION"),
            row("Request", "05.000060", 4, "Multi", "", "", "0\t0\t\\N\t2\t0\t\\N"),
            row("Request", "05.000060", 4, "Create", "/b", "1", "0\t0\t\\N\t0\t1\t\\N"),
            row("Request", "05.000060", 4, "Remove", "/c", "", "0\t0\t-1\t0\t2\t\\N"),
            row("Response", "05.000070", 4, "Multi", "", "", "0\t0\t\\N\t2\t0\tZNONODE"),
            row("Response", "05.000070", 4, "Error", "", "", "0\t0\t\\N\t0\t1\tZOK"),
            row("Request", "05.000080", 5, "List", "/", "", "0\t0\t\\N\t0\t0\t\\N"),
            row("Request", "05.000090", 6, "Create", "/n-", "", "1\t1\t\\N\t0\t0\t\\N"),
            row("Request", "05.000100", 7, "Get", "/gone", "", "0\t0\t\\N\t0\t0\t\\N"),
            row("Finalize", "05.000110", 7, "Get", "/gone", "", "0\t0\t\\N\t0\t0\t\\N"));

    List<TraceEntry> entries = entries(trace, 0);
    assertThat(entries)
        .extracting(TraceTextTest::words)
        .containsExactly(
            "0 INSERT /a=5",
            "10 READ /a",
            "40 COMPARE_AND_SET /a=1",
            "60 TRANSACTION /b=1 /c",
            "100 READ /gone");
    assertThat(entries)
        .extracting(entry -> entry.answer().orElseThrow().name())
        .containsExactly("OK", "OK", "CONFLICT", "NOT_FOUND", "CONNECTION_LOST");
    assertThat(entries.get(1).answerBytes()).isEqualTo(4);
    assertThat(entries.get(0).endMicros()).isEqualTo(20);
    assertThat(entries.get(0).answer()).contains(Outcome.OK);
    assertThat(trace.ignored()).isEqualTo(Map.of("List", 1L, "Create", 1L));
    assertThat(trace.types()).containsEntry(OperationType.READ, 2L);
    assertThat(trace.sessions().getFirst().peak()).isEqualTo(2);
  }

  @Test
  void ephemeralZnodesAreDeletedWhereTheirSessionIsClosed() throws Exception {
    TraceFile trace =
        convert(
            KeeperLogText::new,
            NAMES,
            row("Request", "05.000000", 1, "Create", "/a", "x", "1\t0\t\\N\t0\t0\t\\N"),
            row("Response", "05.000001", 1, "Create", "/a", "", "1\t0\t\\N\t0\t0\tZOK"),
            row("Request", "05.000002", 2, "Create", "/b", "x", "1\t0\t\\N\t0\t0\t\\N"),
            row("Response", "05.000003", 2, "Create", "/b", "", "1\t0\t\\N\t0\t0\tZNODEEXISTS"),
            row("Request", "05.000004", 3, "Multi", "", "", "0\t0\t\\N\t1\t0\t\\N"),
            row("Request", "05.000004", 3, "Create", "/c", "1", "1\t0\t\\N\t0\t1\t\\N"),
            row("Response", "05.000005", 3, "Multi", "", "", "0\t0\t\\N\t1\t0\tZOK"),
            row("Request", "05.000006", 4, "Remove", "/a", "", "0\t0\t-1\t0\t0\t\\N"),
            row("Response", "05.000007", 4, "Remove", "/a", "", "0\t0\t-1\t0\t0\tZOK"),
            row("Request", "05.000008", 5, "Close", "", "", "0\t0\t\\N\t0\t0\t\\N"));

    assertThat(entries(trace, 0))
        .extracting(TraceTextTest::words)
        .containsExactly(
            "0 INSERT /a=1", "2 INSERT /b=1", "4 TRANSACTION /c=1", "6 DELETE /a", "8 DELETE /c");
    assertThat(trace.ignored()).isEmpty();
  }

  @Test
  void columnsThatAreMissingAndTimesThatAreNoneAreRefused() {
    assertThatThrownBy(() -> convert(KeeperLogText::new, "type\tevent_time"))
        .hasMessageContaining("no column session_id");
    assertThatThrownBy(() -> convert(KeeperLogText::new, NAMES, "Request\tnow"))
        .hasMessageContaining("it has 2 columns");
    assertThatThrownBy(
            () ->
                convert(
                    KeeperLogText::new,
                    NAMES,
                    row("Request", "xx", 1, "Get", "/a", "", "0\t0\t\\N\t0\t0\t\\N")))
        .hasMessageContaining("event_time");
  }
}
