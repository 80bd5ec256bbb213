package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.result.TimeResult;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.SeedFixtures;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    "cluster.etcd.flags, --unsafe-no-fsync, sync to disk",
  })
  void settingsThatChangeTheWorkMakeRowsIncomparable(String name, String value, String subject) {
    List<Difference> differences = between("etcd", "etcd", run -> run.set(name, value));

    assertThat(differences.getFirst().subject()).isEqualTo(subject);
    assertThat(differences.getFirst().number()).isEqualTo(1);
    assertThat(differences.getFirst().affects()).contains(RowGroup.THROUGHPUT, RowGroup.TIMES);
    assertThat(differences.getFirst().sides()).containsExactly(0, 1);
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
