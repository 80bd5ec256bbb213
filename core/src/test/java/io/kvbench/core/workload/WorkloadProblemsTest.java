package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadProblemsTest {
  private static final String INSERTS =
      "readproportion=0\nupdateproportion=0\ninsertproportion=1\n";

  @Test
  void proportionsMustNotAllBeZero() {
    assertThat(WorkloadFixtures.problems("recordcount=1\nreadproportion=0\nupdateproportion=0"))
        .singleElement()
        .asString()
        .startsWith("given:2: all proportions are 0")
        .contains("deleteproportion");
    assertThat(WorkloadFixtures.problems("readproportion=0\nupdateproportion=0")).hasSize(1);
  }

  @Test
  void aMixThatWorksOnRecordsNeedsSome() {
    assertThat(
            WorkloadFixtures.problems("insertproportion=1\nscanproportion=1\nupdateproportion=0"))
        .containsExactlyInAnyOrder(
            "readproportion: readproportion=0.95 needs records, but recordcount leaves none to"
                + " load; set recordcount, or readproportion=0.",
            "given:2: scanproportion=1.0 needs records, but recordcount leaves none to load; set"
                + " recordcount, or scanproportion=0.");
    assertThat(WorkloadFixtures.problems(INSERTS)).isEmpty();
  }

  @Test
  void aRangeWithBoundsOfItsOwnNeedsNoRecordsButBoundsInOrder() {
    String ranges = "readproportion=0\nupdateproportion=0\nrangeproportion=1\n";
    assertThat(WorkloadFixtures.problems(ranges + "range.start=foo\nrange.end=foo3")).isEmpty();
    assertThat(WorkloadFixtures.problems(ranges + "range.start=foo")).isEmpty();
    assertThat(WorkloadFixtures.problems(ranges + "range.start=foo\nrange.end=foo"))
        .containsExactly(
            "given:5: range.end=foo does not follow range.start=foo, so the range is empty; set a"
                + " larger key.");
    assertThat(WorkloadFixtures.problems(ranges + "recordcount=9\nrange.end=foo"))
        .containsExactly("given:5: range.end needs range.start, with which the ranges begin.");
    assertThat(
            WorkloadFixtures.problems(
                ranges + "recordcount=9\nrange.start=a\nrange.select=between"))
        .containsExactly(
            "given:5: range.start needs range.select=from: other ranges begin with a chosen"
                + " record.");
    assertThat(WorkloadFixtures.problems(ranges + "recordcount=9\nrange.start=\u20ac"))
        .singleElement()
        .asString()
        .contains("one byte each");
  }

  @Test
  void theRecordsOfATransactionMustDiffer() {
    String transactions = "readproportion=0\nupdateproportion=0\ntransactionproportion=1\n";
    assertThat(WorkloadFixtures.problems(transactions + "recordcount=100\nsamekey=true"))
        .singleElement()
        .asString()
        .startsWith("given:3: transactionproportion=1.0 cannot be combined with samekey=true")
        .contains("transactionlength=1");
    assertThat(
            WorkloadFixtures.problems(
                transactions + "recordcount=100\nsamekey=true\ntransactionlength=1"))
        .isEmpty();
    assertThat(WorkloadFixtures.problems(transactions + "recordcount=9\ntransactionlength=10"))
        .containsExactly(
            "given:5: transactionlength=10 exceeds the number of records (9); lower it,"
                + " or raise recordcount.");
    assertThat(WorkloadFixtures.problems(transactions + "recordcount=10\ntransactionlength=10"))
        .isEmpty();
    assertThat(WorkloadFixtures.problems("recordcount=9\ntransactionlength=10"))
        .as("unused")
        .isEmpty();
  }

  @Test
  void watchersOfAllRecordsCannotTellTheChangesOfATransactionApart() {
    String watched = "recordcount=100\nwatchedupdateproportion=1\nwatch.scope=all\n";
    assertThat(
            WorkloadFixtures.problems(
                watched + "transactionproportion=1\nstmproportion=1\nstm.writes=2\nstm.reads=2"))
        .hasSize(2)
        .allMatch(problem -> problem.contains("cannot be combined with watch.scope=all"))
        .anyMatch(problem -> problem.startsWith("given:4: transactionproportion"))
        .anyMatch(problem -> problem.startsWith("given:6: stm.writes"));
    assertThat(
            WorkloadFixtures.problems(
                watched
                    + "transactionproportion=1\ntransactionlength=1\nstmproportion=1\nstm.writes=1"))
        .isEmpty();
  }

  @Test
  void loadedRecordsMustBeWithinTheRecordCount() {
    assertThat(WorkloadFixtures.problems("recordcount=10\ninsertstart=8\ninsertcount=3"))
        .singleElement()
        .asString()
        .startsWith("given:3: ")
        .contains("up to record 11")
        .contains("recordcount is 10");
    assertThat(WorkloadFixtures.problems("recordcount=10\ninsertstart=8\ninsertcount=2")).isEmpty();
    assertThat(WorkloadFixtures.problems(INSERTS + "recordcount=10\ninsertstart=11"))
        .singleElement()
        .asString()
        .startsWith("given:5: ");
  }

  @Test
  void theLargestKeyNumberMustFitTheKeySize() {
    assertThat(WorkloadFixtures.problems("recordcount=1000\nkeysize=2"))
        .containsExactly(
            "given:2: keysize=2 is too small: the largest key number, 999, has 3 digits.");
    assertThat(WorkloadFixtures.problems("recordcount=1000\nkeysize=3")).isEmpty();
    assertThat(WorkloadFixtures.problems(INSERTS + "recordcount=900\nkeysize=3", 100)).isEmpty();
    assertThat(WorkloadFixtures.problems(INSERTS + "recordcount=900\nkeysize=3", 101))
        .singleElement()
        .asString()
        .contains("1000, has 4 digits");
  }

  @Test
  void minimaMustNotBeOverMaxima() {
    assertThat(
            WorkloadFixtures.problems(
                """
                recordcount=1
                minscanlength=9
                maxscanlength=8
                minfieldlength=101
                fieldlengthdistribution=uniform
                """))
        .containsExactly(
            "given:4: minfieldlength=101 is more than fieldlength=100.",
            "given:2: minscanlength=9 is more than maxscanlength=8.");
  }

  @Test
  void aMinimumThatIsNotUsedMayBeAnything() {
    assertThat(WorkloadFixtures.problems("recordcount=1\nminfieldlength=101")).isEmpty();
  }

  @Test
  void sameKeyDoesNotGoWithWhatSucceedsOnce() {
    assertThat(
            WorkloadFixtures.problems(
                "recordcount=1\nsamekey=true\ninsertproportion=1\ndeleteproportion=1"))
        .containsExactlyInAnyOrder(
            "given:3: insertproportion=1.0 cannot be combined with samekey=true: only one insert of"
                + " a key can succeed; use updateproportion.",
            "given:4: deleteproportion=1.0 cannot be combined with samekey=true: only one delete of"
                + " a key can succeed; use updateproportion.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dataintegrity", "check"})
  void checkedValuesAreOfOneSize(String check) {
    String uniform = "recordcount=1\n" + check + "=true\nfieldlengthdistribution=uniform\n";
    assertThat(WorkloadFixtures.problems(uniform))
        .singleElement()
        .asString()
        .startsWith("given:2: " + check + "=true needs values of one size");
    assertThat(WorkloadFixtures.problems(uniform + "valuesize=24")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dataintegrity", "check"})
  void checkedValuesHaveRoomForTheirIdentity(String check) {
    assertThat(WorkloadFixtures.problems("recordcount=1\n" + check + "=true\nvaluesize=23"))
        .singleElement()
        .asString()
        .startsWith("given:2: " + check + "=true needs values of at least 24 bytes")
        .endsWith("set valuesize=24 or more.");
  }

  @Test
  void recordsHaveALimit() {
    assertThat(WorkloadFixtures.problems("recordcount=1\nfieldlength=6710887"))
        .singleElement()
        .asString()
        .startsWith("given:2: a record of 10 x 6710887 bytes is too large")
        .contains("67108864 bytes");
  }

  @Test
  void exponentialParametersMustNotBeAtTheirEnds() {
    String ends = "exponential.percentile=100\nexponential.frac=0\nrecordcount=9\n";
    assertThat(WorkloadFixtures.problems(ends)).isEmpty();
    assertThat(WorkloadFixtures.problems(ends + "requestdistribution=exponential"))
        .hasSize(2)
        .anyMatch(text -> text.startsWith("given:1: exponential.percentile"))
        .anyMatch(text -> text.startsWith("given:2: exponential.frac"));
  }

  @Test
  void aKeyPrefixIsOfBytes() {
    assertThat(WorkloadFixtures.problems("recordcount=1\nkeyprefix=\u20ac"))
        .singleElement()
        .asString()
        .startsWith("given:2: keyprefix=");
    assertThat(WorkloadFixtures.problems("recordcount=1\nkeyprefix=\u00fc")).isEmpty();
  }

  @Test
  void retriesOfInsertsAreNumbers() {
    assertThat(
            WorkloadFixtures.problems(
                "recordcount=1\ncore_workload_insertion_retry_limit=some\n"
                    + "core_workload_insertion_retry_interval=-1"))
        .hasSize(2)
        .anySatisfy(problem -> assertThat(problem).startsWith("given:2: ").contains("an integer"))
        .anySatisfy(problem -> assertThat(problem).startsWith("given:3: ").contains("seconds"));
    assertThat(
            WorkloadFixtures.problems(
                "recordcount=1\ncore_workload_insertion_retry_limit=3\n"
                    + "core_workload_insertion_retry_interval=5"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core",
        "CoreWorkload",
        "site.ycsb.workloads.CoreWorkload",
        "com.yahoo.ycsb.workloads.CoreWorkload"
      })
  void theCoreWorkloadHasSeveralNames(String name) {
    assertThat(WorkloadFixtures.problems("recordcount=1\nworkload=" + name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workload=site.ycsb.workloads.RestWorkload",
        "readproportion=-0.1",
        "hotspotdatafraction=1.5",
        "hotspotopnfraction=-1",
        "compressibility=1.01",
        "requestdistribution=normal",
        "fieldlengthdistribution=normal",
        "scanlengthdistribution=constant",
        "insertorder=random",
        "readconsistency=eventual",
        "fieldcount=0",
        "recordcount=-1",
        "keysize=0",
        "valuesize=-1",
        "maxscanlength=0",
        "seed=x"
      })
  void valuesThatMeanNothingAreNamed(String line) {
    assertThat(WorkloadFixtures.problems("recordcount=1\n" + line))
        .singleElement()
        .asString()
        .startsWith("given:2: invalid value " + line);
  }
}
