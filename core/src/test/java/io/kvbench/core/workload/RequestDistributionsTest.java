package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.key.InsertNumbers;
import io.kvbench.core.workload.key.KnownKeys;
import io.kvbench.core.workload.key.LatestKeys;
import io.kvbench.core.workload.key.RecordNumbers;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.sample.Fit;
import io.kvbench.core.workload.sample.GrayZipf;
import io.kvbench.core.workload.sample.ScrambledZipfian;
import io.kvbench.core.workload.sample.Zipfian;
import io.kvbench.core.workload.setting.RequestDistribution;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestDistributionsTest {
  private static final String READS =
      "insertorder=ordered\nkeyprefix=\nupdateproportion=0\nreadproportion=1\n";
  private static final String HUNDRED = READS + "recordcount=100\n";

  @Test
  void uniformReadsAllRecordsAlike() {
    RequestSource source = reads(HUNDRED + "requestdistribution=uniform");
    assertThat(Fit.pValue(random -> number(source), 100, key -> 1)).isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void hotspotReadsTheFirstRecordsMost() {
    RequestSource source =
        reads(
            HUNDRED
                + "requestdistribution=hotspot\nhotspotdatafraction=0.1\nhotspotopnfraction=0.5");
    assertThat(Fit.pValue(random -> number(source), 100, key -> key < 10 ? 0.05 : 0.5 / 90))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void exponentialReadsTheNewestRecordsMost() {
    RequestSource source = reads(HUNDRED + "requestdistribution=exponential");
    double gamma = -Math.log(0.05) / 85.71428571;
    assertThat(Fit.pValue(random -> number(source), 100, key -> Math.exp(-gamma * (99 - key))))
        .isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(Fit.pValue(random -> number(source), 100, key -> Math.exp(-gamma * key)))
        .isLessThan(1e-9);
  }

  @Test
  void latestReadsTheNewestRecordsMost() {
    RequestSource source = reads(HUNDRED + "requestdistribution=latest");
    GrayZipf gray = new GrayZipf(100, Zipfian.THETA);
    assertThat(Fit.pValue(random -> number(source), 100, key -> gray.of(99 - key)))
        .isGreaterThan(Fit.SIGNIFICANCE);
    GrayZipf other = new GrayZipf(100, 0.9);
    assertThat(Fit.pValue(random -> number(source), 100, key -> other.of(99 - key)))
        .isLessThan(1e-9);
  }

  @Test
  void latestReadsItsOwnInsertsMost() {
    KnownKeys known =
        new KnownKeys(new RecordNumbers(100, 0, 100, 100), InsertNumbers.inTurn(100, 2, 5), 2, 5);
    LatestKeys latest = new LatestKeys(known, Zipfian.over(100));
    SplittableRandom random = new SplittableRandom(5);
    for (int insert = 0; insert < 40; insert++) {
      known.insertNext();
      latest.next(random);
    }
    GrayZipf gray = new GrayZipf(140, Zipfian.THETA);
    // Age 0 is record 100 + 2 + 39 * 5, age 39 is record 102, age 40 is record 99.
    assertThat(
            Fit.pValue(
                r -> {
                  long number = latest.next(r);
                  return number < 100 ? 139 - number : 39 - (number - 102) / 5;
                },
                140,
                gray::of))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void zipfianReadsAFewRecordsMost() {
    RequestSource source = reads(HUNDRED + "requestdistribution=zipfian");
    long popular = ScrambledZipfian.itemOf(0, 100);
    int hits = 0;
    for (int request = 0; request < 10_000; request++) {
      hits += number(source) == popular ? 1 : 0;
    }
    assertThat(hits / 10_000.0).isCloseTo(1 / ScrambledZipfian.ZETA + 0.01, within(0.02));
  }

  /** The share of new records is part of the item space, so loaded records keep their items. */
  @Test
  void zipfianKeepsItsPopularRecordsWhateverIsInserted() {
    String lines = READS + "recordcount=100\ninsertproportion=1\nrequestdistribution=zipfian";
    RequestSource source = WorkloadFixtures.workload(lines, 100).runSources(1).source(0);
    ScrambledZipfian items = new ScrambledZipfian(200);
    long[] read = new long[200];
    while (read[(int) mostPopular(items)] < 50) {
      if (source.next() instanceof Operation.Read(var key, var consistency)) {
        read[(int) Math.min(199, Long.parseLong(key.toString()))]++;
      }
    }
    assertThat(read[(int) mostPopular(items)]).isEqualTo(LongStream.of(read).max().orElseThrow());
  }

  @Test
  void zipfianEndsEvenWhereHardlyAnyItemExists() {
    String lines = READS + "recordcount=1\ninsertproportion=0.01\nrequestdistribution=zipfian";
    RequestSource source =
        WorkloadFixtures.workload(lines, 1_000_000_000_000L).runSources(1000).source(0);
    assertThat(Requests.of(source, 1000).keys()).contains("0");
  }

  @Test
  void sequentialReadsGoRoundInOrder() {
    RequestSource source = reads(READS + "recordcount=3\nrequestdistribution=sequential");
    assertThat(Requests.of(source, 7).keys()).containsExactly("0", "1", "2", "0", "1", "2", "0");
  }

  @Test
  void theClientsTogetherReadInOrder() {
    Workload workload =
        WorkloadFixtures.workload(
            READS + "recordcount=110\ninsertstart=10\nrequestdistribution=sequential");
    List<RequestSource> sources = new ArrayList<>();
    for (int client = 0; client < 7; client++) {
      sources.add(workload.runSources(7).source(client));
    }
    List<Long> numbers = new ArrayList<>();
    for (int round = 0; round < 50; round++) {
      sources.forEach(source -> numbers.add(number(source)));
    }
    assertThat(numbers)
        .containsExactlyElementsOf(
            LongStream.range(0, 350).mapToObj(index -> 10 + index % 100).toList());
  }

  @Test
  void moreClientsThanRecordsStillReadInTurn() {
    Workload workload =
        WorkloadFixtures.workload(READS + "recordcount=3\nrequestdistribution=sequential");
    assertThat(Requests.of(workload.runSources(8).source(7), 3).keys())
        .containsExactly("1", "0", "2");
  }

  /** With any distribution, a request never goes to a missing record. */
  @ParameterizedTest
  @EnumSource(RequestDistribution.class)
  void onlyExistingRecordsAreAskedFor(RequestDistribution distribution) {
    Workload workload =
        WorkloadFixtures.workload(
            READS
                + "recordcount=60\ninsertstart=20\ninsertcount=30\ninsertproportion=0.5\n"
                + "requestdistribution="
                + distribution,
            2000);
    for (int client = 0; client < 4; client++) {
      Set<String> existing = new HashSet<>();
      LongStream.range(20, 50).mapToObj(Long::toString).forEach(existing::add);
      for (Request request : Requests.of(workload.runSources(4).source(client), 2000).list()) {
        String key = Requests.keyOf(request).toString();
        if (request instanceof Operation.Insert) {
          assertThat(existing.add(key)).as("inserted before: %s", key).isTrue();
        } else {
          assertThat(existing).contains(key);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = RequestDistribution.class,
      names = {"LATEST", "EXPONENTIAL", "ZIPFIAN"})
  void newRecordsAreAskedForToo(RequestDistribution distribution) {
    RequestSource source =
        WorkloadFixtures.workload(
                READS + "recordcount=50\ninsertproportion=0.5\nrequestdistribution=" + distribution,
                1000)
            .runSources(2)
            .source(1);
    assertThat(Requests.of(source, 1000).list())
        .anyMatch(
            request ->
                request instanceof Operation.Read read
                    && Long.parseLong(read.key().toString()) >= 50);
  }

  private static long mostPopular(ScrambledZipfian items) {
    return ScrambledZipfian.itemOf(0, items.items());
  }

  private static RequestSource reads(String lines) {
    return WorkloadFixtures.workload(lines).runSources(1).source(0);
  }

  private static long number(RequestSource source) {
    return Long.parseLong(Requests.keyOf(source.next()).toString());
  }
}
