package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.Workload;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.SeedFixtures;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.format.TimeResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DifferencesTest {
  private static final TimeResult TIMES = TimeResult.of(TimeHistogram.ofNanos(1_000, 2_000));

  @Test
  void runsOfTheSameDifferInNothing() {
    assertThat(between("etcd", "etcd", run -> run)).isEmpty();
    assertThat(between("etcd", "consul", run -> run)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "keysize, 8, key size",
    "valuesize, 100, value size",
    "etcd.tls, true, TLS",
    "etcd.cacert, ca.pem, TLS",
    "samekey, true, samekey",
    "requestdistribution, zipfian, requestdistribution",
    "hotspotdatafraction, 0.5, hotspotdatafraction",
    "hotspotopnfraction, 0.5, hotspotopnfraction",
    "exponential.percentile, 50, exponential.percentile",
    "limit.cpus, 0.5, server limits",
    "net.latency, 100ms, network conditions",
    "cluster.etcd.flags, --unsafe-no-fsync, sync to disk",
  })
  void settingsThatChangeTheLoadMakeRowsIncomparable(String name, String value, String subject) {
    List<Difference> differences = between("etcd", "etcd", run -> run.set(name, value));

    assertThat(differences.getFirst().subject()).isEqualTo(subject);
    assertThat(differences.getFirst().number()).isEqualTo(1);
    assertThat(differences.getFirst().affects()).contains(RowGroup.THROUGHPUT, RowGroup.TIMES);
    assertThat(differences.getFirst().sides()).containsExactly(0, 1);
  }

  static Stream<Setting<?>> settingsOfTheLoad() {
    return Stream.concat(Workload.settings().stream(), RunSettings.all().stream())
        .filter(setting -> setting.affects().equals(Optional.of(Affects.LOAD)));
  }

  /** The aspects that replace it are tested separately. */
  @ParameterizedTest
  @MethodSource("settingsOfTheLoad")
  void everySettingOfTheLoadMakesRowsIncomparable(Setting<?> setting) {
    if (setting.decides().isEmpty()) {
      assertThat(
              between(run("etcd").set(setting.name(), "1"), run("etcd").set(setting.name(), "0.5")))
          .as(setting.name())
          .anyMatch(each -> each.number() == 1);
    }
  }

  @Test
  void theSamePathWithOtherContentIsAnotherLoad() {
    RunBuilder small =
        run("etcd").set("fieldlengthhistogram", "h.txt", Optional.of("a".repeat(64)));
    RunBuilder large =
        run("etcd").set("fieldlengthhistogram", "h.txt", Optional.of("b".repeat(64)));
    RunBuilder copy = run("etcd").set("fieldlengthhistogram", "c.txt", Optional.of("b".repeat(64)));

    assertThat(between(small, large))
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.subject()).isEqualTo("fieldlengthhistogram");
              assertThat(difference.affects()).contains(RowGroup.THROUGHPUT);
              assertThat(difference.values().getFirst())
                  .isEqualTo(new Cell.Words("h.txt (SHA-256 aaaaaaaaaaaa)"));
            });
    assertThat(between(large, copy)).as("the same content in another file").isEmpty();
  }

  @Test
  void theSameNumberWrittenInAnotherWayIsNoDifference() {
    assertThat(
            between(
                run("etcd").set("recordcount", "1000"), run("etcd").set("recordcount", "1_000")))
        .isEmpty();
  }

  @Test
  void equalClientsAtWorkAreComparableWhateverWasInFlight() {
    assertThat(between(inFlight(20, 15.2), inFlight(20, 18.9)))
        .as("in flight follows from the store and the clients")
        .isEmpty();
    assertThat(between(inFlight(20, 13), inFlight(20, 18.9)))
        .as("too little of the time in operations")
        .extracting(Difference::subject)
        .containsExactly("requests in flight");
    assertThat(between(inFlight(16, 15.2), inFlight(20, 18.9)))
        .as("other clients")
        .extracting(Difference::subject)
        .containsExactly("requests in flight", "clients");
  }

  /** A run of 10 s in which this many of the clients had an operation in flight on average. */
  private static RunBuilder inFlight(int clients, double inFlight) {
    long[] nanos = new long[1_000];
    Arrays.fill(nanos, Math.round(inFlight * 10e9 / nanos.length));
    return new RunBuilder("etcd")
        .clients(clients, 10)
        .answered(Outcome.OK, TimeResult.of(TimeHistogram.ofNanos(nanos)));
  }

  @ParameterizedTest
  @CsvSource({"connect.timeout, 3s", "etcd.eventloops, 2", "cluster.etcd.snapshot-count, 5"})
  void otherSettingsAreToldWithoutANumber(String name, String value) {
    assertThat(between("etcd", "etcd", run -> run.set(name, value)))
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.subject()).isEqualTo(name);
              assertThat(difference.number()).isZero();
              assertThat(difference.values().getLast()).isEqualTo(new Cell.Words(value));
            });
  }

  @ParameterizedTest
  @CsvSource({"label, mine", "endpoints, 10.0.0.9:2379", "verdict.cpu, 50%", "slo, errors<1"})
  void whatIsAboutSomethingElseIsNotTold(String name, String value) {
    assertThat(between("etcd", "etcd", run -> run.set(name, value))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"200, 501, true", "200, 499, false", "2000, 3900, false", "2000, 4100, true"})
  void networksOfOtherLengthsMakeTimesIncomparable(long one, long other, boolean differ) {
    List<Difference> differences = between(run("etcd").away(one), run("etcd").away(other));

    assertThat(differences).hasSize(differ ? 1 : 0);
    assertThat(differences)
        .allSatisfy(
            difference -> {
              assertThat(difference.subject()).isEqualTo("round trip to the nearest server");
              assertThat(difference.affects()).contains(RowGroup.TIMES);
            });
  }

  @Test
  void hostsServersAndFlawsMakeRowsIncomparable() {
    assertThat(between("etcd", "etcd", run -> run.host("Windows 11").nodes(1)))
        .extracting(Difference::subject)
        .containsExactly("servers", "client host");
    assertThat(between("etcd", "etcd", run -> run.invalid("errors")))
        .singleElement()
        .satisfies(
            flaw -> {
              assertThat(flaw.subject()).isEqualTo("verdict");
              assertThat(flaw.affects()).hasSize(RowGroup.values().length - 1);
            });
  }

  @Test
  void theDefaultsOfDifferentSystemsAreNotTheSameConsistency() {
    UnaryOperator<RunBuilder> reading = run -> run.workload("read", OperationType.READ);

    assertThat(between(reading.apply(run("etcd")), reading.apply(run("consul"))))
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.subject()).isEqualTo("read consistency");
              assertThat(difference.values())
                  .containsExactly(
                      new Cell.Words("default of etcd"), new Cell.Words("default of consul"));
            });
    assertThat(
            between(
                reading.apply(run("etcd")).set("readconsistency", "stale"),
                reading.apply(run("consul")).set("readconsistency", "stale")))
        .isEmpty();
  }

  @Test
  void ofSystemsOnlyWhatTheyShareIsHeldAgainstEachOther() {
    assertThat(between("etcd", "consul", run -> run.version("9").set("consul.datacenter", "x")))
        .extracting(Difference::subject)
        .containsExactly("consul.datacenter");
    assertThat(between("etcd", "etcd", run -> run.version("9")))
        .extracting(Difference::subject)
        .containsExactly("server version");
  }

  @Test
  void twoOfThreeMayStillBeComparable() {
    List<ComparedRun> runs =
        List.of(
            SeedFixtures.run(run("etcd")),
            SeedFixtures.run(run("etcd").set("valuesize", "1")),
            SeedFixtures.run(run("etcd")));

    Difference size = Differences.between(runs).getFirst();

    assertThat(size.isBetween(0, 1)).isTrue();
    assertThat(size.isBetween(1, 2)).isTrue();
    assertThat(size.isBetween(0, 2)).isFalse();
  }

  private static List<Difference> between(
      String one, String other, UnaryOperator<RunBuilder> change) {
    return between(run(one), change.apply(run(other)));
  }

  private static List<Difference> between(RunBuilder one, RunBuilder other) {
    return Differences.between(List.of(SeedFixtures.run(one), SeedFixtures.run(other)));
  }

  private static RunBuilder run(String system) {
    return new RunBuilder(system).answered(Outcome.OK, TIMES);
  }
}
