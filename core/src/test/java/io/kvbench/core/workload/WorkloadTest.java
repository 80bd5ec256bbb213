package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.NotedWitness;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadCompareAndSet;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.RetriedInsert;
import io.kvbench.core.operation.StepResult;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.sample.Fit;
import io.kvbench.core.workload.sample.GrayZipf;
import io.kvbench.core.workload.sample.Zipfian;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  private static final String ALL_KINDS =
      """
      recordcount=100
      readproportion=3
      updateproportion=2
      insertproportion=1
      scanproportion=1
      deleteproportion=1
      readmodifywriteproportion=2
      compareandsetproportion=1
      transactionproportion=1
      transactionlength=3
      watchproportion=1
      watchedupdateproportion=1
      readtransactionproportion=1
      rangeproportion=1
      stmproportion=1
      oneshotreadproportion=1
      lockproportion=1
      electionproportion=1
      leasecycleproportion=1
      leaseexpiryproportion=1
      membershipproportion=1
      fieldlengthdistribution=uniform
      insertorder=ordered
      maxscanlength=10
      """;

  @Test
  void defaultsAreYcsbs() {
    Workload workload = WorkloadFixtures.workload("recordcount=1000");
    assertThat(workload.operationTypes())
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.UPDATE);
    assertThat(workload.readConsistency()).isEqualTo(ReadConsistency.DEFAULT);
    assertThat(workload.seed()).isEqualTo(1);
    assertThat(workload.recordCount()).isEqualTo(1000);
    assertThat(workload.insertStart()).isZero();
    assertThat(workload.loadCount()).isEqualTo(1000);
    assertThat(workload.reads()).isTrue();
    assertThat(workload.valueCheck(Promises.UNDECLARED)).isEmpty();
    Requests loaded = Requests.of(workload.loadRequests(0, 1), 2);
    assertThat(loaded.key(0)).isEqualTo("user6284781860667377211");
    assertThat(loaded.value(0).size()).isEqualTo(1000);
  }

  @Test
  void rangesWithBoundsOfTheirOwnAreAllTheSame() {
    Workload workload =
        WorkloadFixtures.workload(
            """
            readproportion=0
            updateproportion=0
            rangeproportion=1
            range.start=foo
            range.end=foo3
            """);
    assertThat(Requests.of(workload.runSources(1).source(0), 3).list())
        .map(Operation.Range.class::cast)
        .map(
            range ->
                new Operation.Range(
                    range.keys(),
                    range.limit(),
                    range.content(),
                    range.descending(),
                    range.consistency()))
        .containsOnly(
            new Operation.Range(
                new KeyRange.Between(Optional.of(Key.of("foo")), Optional.of(Key.of("foo3"))),
                0,
                RangeContent.RECORDS,
                false,
                ReadConsistency.DEFAULT));
  }

  @Test
  void theProfileIsWhatRequestsAreLikeHoweverItWasSaid() {
    assertThat(WorkloadFixtures.workload("recordcount=1000").profile())
        .isEqualTo(
            new LoadProfile(
                OptionalInt.empty(),
                "\"user\" and a hashed number",
                OptionalInt.of(1000),
                "1000 bytes",
                ReadConsistency.DEFAULT));
    assertThat(WorkloadFixtures.workload("recordcount=1000\nvaluesize=1000").profile())
        .isEqualTo(WorkloadFixtures.workload("recordcount=1000").profile());
    assertThat(
            WorkloadFixtures.workload(
                    """
                    recordcount=1000
                    keyprefix=k
                    insertorder=ordered
                    zeropadding=3
                    minfieldlength=5
                    fieldlengthdistribution=zipfian
                    readconsistency=stale
                    """)
                .profile())
        .isEqualTo(
            new LoadProfile(
                OptionalInt.of(4),
                "\"k\" and a number of at least 3 digits",
                OptionalInt.empty(),
                "10 fields of 5 to 100 bytes, zipfian",
                ReadConsistency.STALE));
    assertThat(
            WorkloadFixtures.workload("recordcount=1001\ninsertorder=ordered\nzeropadding=3")
                .profile()
                .keyBytes())
        .as("the last record's number is longer")
        .isEmpty();
    assertThat(WorkloadFixtures.workload("recordcount=10\nkeysize=16").profile().keyBytes())
        .hasValue(16);
  }

  @Test
  void aRecordIsAsLargeAsItsKeyAndTheMeanOfItsValues() {
    assertThat(WorkloadFixtures.workload("recordcount=1000").recordBytes()).isBetween(1020L, 1024L);
    assertThat(
            WorkloadFixtures.workload("recordcount=1000\nkeysize=8\nvaluesize=256").recordBytes())
        .isEqualTo(264);
    assertThat(
            WorkloadFixtures.workload(
                    "recordcount=9\nkeysize=8\nfieldcount=2\nfieldlengthdistribution=uniform\n"
                        + "minfieldlength=100\nfieldlength=300")
                .recordBytes())
        .isBetween(398L, 418L);
  }

  @Test
  void aSizeThatIsADistributionIsCalledByItsWords() {
    LoadProfile profile =
        WorkloadFixtures.workload("recordcount=9\nvaluesize=exponential:1k").profile();

    assertThat(profile.valueBytes()).isEmpty();
    assertThat(profile.values()).isEqualTo("exponential:1k bytes, up to 9210");
    assertThat(WorkloadFixtures.problems("recordcount=9\nvaluesize=lognormal:1M:60M"))
        .singleElement()
        .asString()
        .contains("given:2: valuesize=lognormal:1M:60M has values of up to");
    assertThat(WorkloadFixtures.problems("recordcount=9\nvaluesize=24..99\ndataintegrity=true"))
        .singleElement()
        .asString()
        .contains("needs values of one size");
  }

  @Test
  void everyKindFollowsItsProportion() {
    Workload workload = WorkloadFixtures.workload(ALL_KINDS);
    RequestSource source = workload.runSources(1).source(0);
    double[] weights = {3, 2, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    assertThat(Fit.pValue(random -> kind(source.next()), 19, kind -> weights[kind]))
        .isGreaterThan(Fit.SIGNIFICANCE);
    double[] others = {3, 2, 1, 1, 1.1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    assertThat(Fit.pValue(random -> kind(source.next()), 19, kind -> others[kind]))
        .isLessThan(1e-9);
  }

  /** Returns a kind's index in the list of proportions above. */
  private static int kind(Request request) {
    return switch (Requests.type(request)) {
      case READ -> 0;
      case UPDATE -> 1;
      case INSERT -> 2;
      case SCAN -> 3;
      case DELETE -> 4;
      case READ_MODIFY_WRITE -> 5;
      case READ_COMPARE_AND_SET -> 6;
      case TRANSACTION -> 7;
      case WATCH -> 8;
      case READ_TRANSACTION -> 9;
      case RANGE -> 10;
      case STM -> 11;
      case CRITICAL_SECTION -> 12;
      case LEADERSHIP -> 13;
      case LEASE_CYCLE -> 14;
      case LEASE_LIFETIME -> 15;
      case ONE_SHOT_READ -> 16;
      case WATCHED_UPDATE -> 17;
      case MEMBERSHIP -> 18;
      default -> throw new AssertionError("not a request of this mix");
    };
  }

  @Test
  void theSameSeedGivesTheSameRequests() {
    assertThat(run(ALL_KINDS, 3, 7)).isEqualTo(run(ALL_KINDS, 3, 7));
    assertThat(run(ALL_KINDS + "seed=1", 3, 7)).isEqualTo(run(ALL_KINDS, 3, 7));
    assertThat(load(ALL_KINDS, 3, 7)).isEqualTo(load(ALL_KINDS, 3, 7));
  }

  @Test
  void anotherSeedOrClientGivesOthers() {
    assertThat(run(ALL_KINDS + "seed=2", 3, 7)).isNotEqualTo(run(ALL_KINDS, 3, 7));
    List<List<OperationType>> types = new ArrayList<>();
    for (int client = 0; client < 50; client++) {
      types.add(
          Requests.of(WorkloadFixtures.workload(ALL_KINDS).runSources(50).source(client), 100)
              .types());
    }
    assertThat(types).doesNotHaveDuplicates();
  }

  @Test
  void takingOneSourceFurtherDoesNotMoveAnother() {
    Workload workload = WorkloadFixtures.workload(ALL_KINDS);
    RequestSource disturbing = workload.runSources(7).source(0);
    RequestSource disturbed = workload.runSources(7).source(3);
    List<Request> requests = new ArrayList<>();
    for (int request = 0; request < 500; request++) {
      disturbing.next();
      disturbing.next();
      requests.add(disturbed.next());
    }
    assertThat(requests).isEqualTo(run(ALL_KINDS, 3, 7));
  }

  @Test
  void theClientsLoadEveryRecordOnce() {
    Workload workload =
        WorkloadFixtures.workload(
            "recordcount=1000\ninsertstart=17\ninsertorder=ordered\nkeyprefix=");
    List<String> keys = new ArrayList<>();
    long sum = 0;
    for (int client = 0; client < 13; client++) {
      int share = 983 / 13 + (client < 983 % 13 ? 1 : 0);
      sum += share;
      keys.addAll(Requests.of(workload.loadRequests(client, 13), share).keys());
    }
    assertThat(sum).isEqualTo(983);
    assertThat(keys)
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(17, 1000).mapToObj(Long::toString).toList());
  }

  @Test
  void theClientsInsertNewRecordsWithoutGapsOrRepetitions() {
    Workload workload =
        WorkloadFixtures.workload(
            """
            recordcount=10
            readproportion=0
            updateproportion=0
            insertproportion=1
            insertorder=ordered
            keyprefix=
            """);
    List<String> keys = new ArrayList<>();
    for (int client = 0; client < 13; client++) {
      keys.addAll(Requests.of(workload.runSources(13).source(client), 100).keys());
    }
    assertThat(keys)
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(10, 1310).mapToObj(Long::toString).toList());
  }

  @Test
  void insertsBeginAboveWhatIsLoadedWhereNoRecordCountIsGiven() {
    Workload workload =
        WorkloadFixtures.workload(
            """
            insertstart=50
            insertcount=5
            readproportion=0
            updateproportion=0
            insertproportion=1
            keysize=3
            """);
    assertThat(workload.loadCount()).isEqualTo(5);
    assertThat(Requests.of(workload.loadRequests(1, 2), 2).keys()).containsExactly("051", "053");
    assertThat(Requests.of(workload.runSources(2).source(1), 2).keys())
        .containsExactly("056", "058");
  }

  @Test
  void aReadModifyWriteIsOfOneRecord() {
    Workload workload =
        WorkloadFixtures.workload(
            """
            recordcount=100
            readproportion=0
            updateproportion=0
            readmodifywriteproportion=1
            readconsistency=linearizable
            """);
    assertThat(workload.operationTypes()).containsExactly(OperationType.READ_MODIFY_WRITE);
    for (Request request : Requests.of(workload.runSources(1).source(0), 100).list()) {
      assertThat(request)
          .isInstanceOfSatisfying(
              ReadModifyWrite.class,
              both -> {
                assertThat(both.read().key()).isEqualTo(both.update().key());
                assertThat(both.read().consistency()).isEqualTo(ReadConsistency.LINEARIZABLE);
              });
    }
  }

  @Test
  void aCompareAndSetComesAfterAReadOfTheSameRecord() {
    Workload workload =
        WorkloadFixtures.workload(
            """
            recordcount=100
            readproportion=0
            updateproportion=0
            compareandsetproportion=1
            readconsistency=linearizable
            valuesize=9
            """);
    assertThat(workload.operationTypes()).containsExactly(OperationType.READ_COMPARE_AND_SET);
    assertThat(workload.reads()).isTrue();
    for (Request request : Requests.of(workload.runSources(1).source(0), 100).list()) {
      ReadCompareAndSet both = (ReadCompareAndSet) request;
      assertThat(both.read().consistency()).isEqualTo(ReadConsistency.LINEARIZABLE);
      assertThat(both.start().next(0, answer(Outcome.NOT_FOUND), new NotedWitness())).isEmpty();
      assertThat(both.start().next(0, answer(Outcome.OK), new NotedWitness()))
          .hasValue(new Operation.CompareAndSet(both.read().key(), 3, both.value()));
      assertThat(both.value().size()).isEqualTo(9);
    }
  }

  private static StepResult answer(Outcome outcome) {
    return StepResult.of(outcome, 3);
  }

  @Test
  void theRecordsOfATransactionAreNeighboursAndTheFirstFollowsTheLast() {
    Workload workload =
        WorkloadFixtures.workload(
            """
            recordcount=20
            insertstart=7
            insertcount=5
            readproportion=0
            updateproportion=0
            transactionproportion=1
            transactionlength=4
            requestdistribution=zipfian
            keysize=2
            """);
    assertThat(workload.operationTypes()).containsExactly(OperationType.TRANSACTION);
    Set<List<String>> seen = new HashSet<>();
    for (Request request : Requests.of(workload.runSources(2).source(1), 500).list()) {
      List<Operation.Write> writes = ((Operation.Transaction) request).writes();
      assertThat(writes).hasOnlyElementsOfType(Operation.Update.class);
      seen.add(writes.stream().map(write -> write.key().toString()).toList());
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            List.of("07", "08", "09", "10"),
            List.of("08", "09", "10", "11"),
            List.of("09", "10", "11", "07"),
            List.of("10", "11", "07", "08"),
            List.of("11", "07", "08", "09"));
  }

  /** The distribution may select a record that this client has inserted, after the loaded ones. */
  @Test
  void transactionsKeepToTheLoadedRecords() {
    Workload workload =
        WorkloadFixtures.workload(
            """
            recordcount=10
            readproportion=0
            updateproportion=0
            insertproportion=1
            transactionproportion=1
            transactionlength=10
            requestdistribution=latest
            keysize=4
            """);
    for (Request request : Requests.of(workload.runSources(1).source(0), 1000).list()) {
      if (request instanceof Operation.Transaction transaction) {
        assertThat(transaction.writes())
            .extracting(write -> Integer.parseInt(write.key().toString()))
            .doesNotHaveDuplicates()
            .allMatch(number -> number < 10);
      }
    }
  }

  @Test
  void valuesOfCompareAndSetsTransactionsAndWatchesAreMadeOfTheirKeys() {
    Workload workload =
        WorkloadFixtures.workload(
            """
            recordcount=50
            readproportion=0
            updateproportion=0
            compareandsetproportion=1
            transactionproportion=1
            transactionlength=3
            watchproportion=1
            dataintegrity=true
            valuesize=40
            """);
    ValueCheck.Follower check = workload.valueCheck(Promises.UNDECLARED).orElseThrow().follow();
    for (Request request : Requests.of(workload.runSources(1).source(0), 200).list()) {
      switch (request) {
        case ReadCompareAndSet both ->
            assertThat(objection(check, both.read().key(), both.value().toByteBuffer())).isEmpty();
        case Operation.Watch watch ->
            assertThat(objection(check, watch.key(), watch.value().toByteBuffer())).isEmpty();
        case Operation.Transaction transaction ->
            transaction.writes().stream()
                .map(Operation.Update.class::cast)
                .forEach(
                    update ->
                        assertThat(objection(check, update.key(), update.value().toByteBuffer()))
                            .isEmpty());
        default -> throw new AssertionError(request);
      }
    }
  }

  @Test
  void scansAskForUniformLengthsWithTheGivenConsistency() {
    String scans =
        """
        recordcount=100
        readproportion=0
        updateproportion=0
        scanproportion=1
        minscanlength=5
        maxscanlength=24
        readconsistency=stale
        """;
    RequestSource source = WorkloadFixtures.workload(scans).runSources(1).source(0);
    assertThat(source.next())
        .isInstanceOfSatisfying(
            Operation.Scan.class,
            scan -> assertThat(scan.consistency()).isEqualTo(ReadConsistency.STALE));
    assertThat(Fit.pValue(random -> length(source) - 5, 20, length -> 1))
        .isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(Fit.pValue(random -> length(source) - 5, 21, length -> 1)).isLessThan(1e-9);
  }

  @Test
  void scansAskForZipfianLengths() {
    RequestSource source =
        WorkloadFixtures.workload(
                """
                recordcount=100
                readproportion=0
                updateproportion=0
                scanproportion=1
                minscanlength=5
                maxscanlength=24
                scanlengthdistribution=zipfian
                """)
            .runSources(1)
            .source(0);
    assertThat(Fit.pValue(random -> length(source) - 5, 20, new GrayZipf(20, Zipfian.THETA)::of))
        .isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(Fit.pValue(random -> length(source) - 5, 20, new GrayZipf(20, 0.9)::of))
        .isLessThan(1e-9);
  }

  @Test
  void sameKeySendsEverythingToTheFirstRecord() {
    Workload workload =
        WorkloadFixtures.workload("recordcount=100\ninsertstart=7\nsamekey=true\nkeysize=4\n");
    assertThat(Requests.of(workload.runSources(9).source(4), 100).keys()).containsOnly("0007");
  }

  private static int length(RequestSource source) {
    return ((Operation.Scan) source.next()).limit();
  }

  private static List<Request> run(String lines, int client, int clients) {
    return Requests.of(WorkloadFixtures.workload(lines).runSources(clients).source(client), 500)
        .list();
  }

  private static List<Request> load(String lines, int client, int clients) {
    return Requests.of(WorkloadFixtures.workload(lines).loadRequests(client, clients), 500).list();
  }

  private static Optional<String> objection(ValueCheck.Follower check, Key key, ByteBuffer value) {
    return check.send(new Operation.Read(key, ReadConsistency.DEFAULT)).objection(value);
  }

  @Test
  void onlyTheLoadPhaseSendsInsertsAgain() {
    String lines = "recordcount=2\ninsertproportion=1\nreadproportion=0\nupdateproportion=0";
    Workload once = WorkloadFixtures.workload(lines, 10);
    Workload again =
        WorkloadFixtures.workload(
            lines
                + "\ncore_workload_insertion_retry_limit=2"
                + "\ncore_workload_insertion_retry_interval=1",
            10);

    assertThat(once.loadRequests(0, 1).next()).isInstanceOf(Operation.Insert.class);
    assertThat(again.loadRequests(0, 1).next())
        .isInstanceOfSatisfying(
            RetriedInsert.class,
            insert -> {
              assertThat(insert.retries()).isEqualTo(2);
              assertThat(insert.interval()).isEqualTo(Duration.ofSeconds(1));
            });
    assertThat(again.runSources(1).source(0).next()).isInstanceOf(Operation.Insert.class);
  }
}
