package io.kvbench.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ReadConsistency;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests of histories as text for other checkers. */
class HistoryExportTest {
  private static final long FIRST = ValueIdentity.of(1, 1);
  private static final long SECOND = ValueIdentity.of(1, 2);

  private final MemoryHistory history = new MemoryHistory(0);
  private final HistoryRecorder writer = history.recorder(0);
  private final HistoryRecorder reader = history.recorder(1);

  private String exported(HistoryExport.Format format) throws IOException {
    writer.flush();
    reader.flush();
    StringBuilder text = new StringBuilder();
    new HistoryExport(history).write(format, text);
    return text.toString();
  }

  private void write(HistoryStatus status, long begin, long end, long identity) {
    writer.record(HistoryKind.WRITE, status, ReadConsistency.DEFAULT, begin, end, 5, identity, 9);
  }

  private void read(HistoryStatus status, long begin, long end, long identity) {
    reader.record(HistoryKind.READ, status, ReadConsistency.STALE, begin, end, 5, identity, 9);
  }

  @Test
  void operationsAreLinesOfJson() throws Exception {
    write(HistoryStatus.OK, 10, 20, FIRST);
    write(HistoryStatus.UNKNOWN, 30, 40, SECOND);
    read(HistoryStatus.ABSENT, 5, 15, ValueIdentity.ABSENT);

    assertThat(exported(HistoryExport.Format.JSONL).lines())
        .containsExactly(
            "{\"client\":0,\"phase\":0,\"operation\":\"WRITE\",\"consistency\":\"DEFAULT\",\"status\":\"OK\","
                + "\"call\":10,\"return\":20,\"parts\":[{\"f\":\"w\",\"key\":5,\"value\":17179869185,\"version\":9}]}",
            "{\"client\":0,\"phase\":0,\"operation\":\"WRITE\",\"consistency\":\"DEFAULT\",\"status\":\"UNKNOWN\","
                + "\"call\":30,\"parts\":[{\"f\":\"w\",\"key\":5,\"value\":17179869186,\"version\":9}]}",
            "{\"client\":1,\"phase\":0,\"operation\":\"READ\",\"consistency\":\"STALE\",\"status\":\"ABSENT\","
                + "\"call\":5,\"return\":15,\"parts\":[{\"f\":\"r\",\"key\":5,\"value\":null,\"version\":9}]}");
  }

  @Test
  void eventsAreInTheOrderOfTheirTimes() throws Exception {
    write(HistoryStatus.OK, 10, 20, FIRST);
    read(HistoryStatus.OK, 15, 30, FIRST);

    assertThat(exported(HistoryExport.Format.EDN).lines())
        .containsExactly(
            "{:index 0, :type :invoke, :process 0, :f :txn, :time 10, :consistency :default, :value [[:w 5 17179869185]]}",
            "{:index 1, :type :invoke, :process 1, :f :txn, :time 15, :consistency :stale, :value [[:r 5 nil]]}",
            "{:index 2, :type :ok, :process 0, :f :txn, :time 20, :consistency :default, :value [[:w 5 17179869185]]}",
            "{:index 3, :type :ok, :process 1, :f :txn, :time 30, :consistency :stale, :value [[:r 5 17179869185]]}");
  }

  @Test
  void aClientGoesOnAsAnotherProcessAfterAnUnknownOutcome() throws Exception {
    write(HistoryStatus.UNKNOWN, 10, 20, FIRST);
    write(HistoryStatus.OK, 20, 30, SECOND);
    read(HistoryStatus.OK, 25, 30, SECOND);

    assertThat(exported(HistoryExport.Format.EDN).lines())
        .filteredOn(line -> line.contains(":w"))
        .satisfiesExactly(
            line -> assertThat(line).contains(":type :invoke, :process 0"),
            line -> assertThat(line).contains(":type :info, :process 0"),
            line -> assertThat(line).contains(":type :invoke, :process 2"),
            line -> assertThat(line).contains(":type :ok, :process 2"));
  }

  @Test
  void aCompareAndSetIsAReadAndAWrite() throws Exception {
    writer.recordCompareAndSet(HistoryStatus.OK, 10, 20, 5, SECOND, 10, FIRST, 9);
    writer.recordCompareAndSet(HistoryStatus.REFUSED, 30, 40, 5, SECOND, 0, FIRST, 9);

    assertThat(exported(HistoryExport.Format.EDN).lines())
        .satisfiesExactly(
            line -> assertThat(line).endsWith(":value [[:r 5 nil] [:w 5 17179869186]]}"),
            line ->
                assertThat(line)
                    .contains(":type :ok")
                    .endsWith(":value [[:r 5 17179869185] [:w 5 17179869186]]}"),
            line -> assertThat(line).contains(":type :invoke"),
            line -> assertThat(line).contains(":type :fail"));
  }

  @Test
  void aReadTransactionHasItsParts() throws Exception {
    reader.recordHead(
        HistoryKind.READ_TRANSACTION, HistoryStatus.OK, ReadConsistency.LINEARIZABLE, 10, 20, 0, 2);
    reader.part(HistoryKind.PART_READ, 5, FIRST, 9);
    reader.part(HistoryKind.PART_READ, HistoryStatus.ABSENT, 6, ValueIdentity.ABSENT, 0);

    assertThat(exported(HistoryExport.Format.EDN)).contains("[[:r 5 17179869185] [:r 6 nil]]}\n");
  }

  @Test
  void ofOneRecordPartsAreOperationsOfTheirOwn() throws Exception {
    write(HistoryStatus.OK, 10, 20, FIRST);
    reader.recordHead(
        HistoryKind.READ_TRANSACTION, HistoryStatus.OK, ReadConsistency.LINEARIZABLE, 30, 40, 0, 2);
    reader.part(HistoryKind.PART_READ, 5, FIRST, 9);
    reader.part(HistoryKind.PART_READ, HistoryStatus.ABSENT, 6, ValueIdentity.ABSENT, 0);
    StringBuilder text = new StringBuilder();
    new HistoryExport(new OneKeyHistory(history, 5)).writeEdn(text);

    assertThat(text.toString().lines())
        .hasSize(4)
        .last()
        .asString()
        .contains(":process 1", ":time 40", ":value [[:r 5 17179869185]]");
  }

  @Test
  void scansAreNoTransactions() throws Exception {
    reader.recordHead(HistoryKind.SCAN, HistoryStatus.OK, ReadConsistency.STALE, 10, 20, 0, 1);
    reader.part(HistoryKind.PART_READ, 5, FIRST, 9);

    assertThat(exported(HistoryExport.Format.EDN)).isEmpty();
  }

  @Test
  void theFormatFollowsFromTheName() {
    assertThat(HistoryExport.Format.of("a/history.edn")).isEqualTo(HistoryExport.Format.EDN);
    assertThat(HistoryExport.Format.of("history.jsonl")).isEqualTo(HistoryExport.Format.JSONL);
    assertThat(HistoryExport.Format.of("history.txt")).isNull();
  }
}
