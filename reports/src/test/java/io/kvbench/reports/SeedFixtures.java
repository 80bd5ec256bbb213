package io.kvbench.reports;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.results.directory.StoredRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs with the figures of two published comparisons: three systems under a million and three
 * million writes, and two systems of which one had ten times as many requests in flight.
 */
public final class SeedFixtures {
  private static final double[] PERCENTILES = {10, 25, 50, 75, 90, 95, 99, 99.9};
  private static final String D_ENGINE_NOTE =
      "d-engine acknowledges a write before it is on any disk.";

  private SeedFixtures() {}

  /** A million writes, each system with the number of clients that suited it best. */
  public static List<ComparedRun> bestThroughput() {
    return runs(
        etcd(1_000)
            .lasting(36.5583, 35_187, 13_891)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    1_000_000,
                    4.7388,
                    36.3305,
                    346.3847,
                    percentiles(
                        15.483941,
                        18.596901,
                        23.920164,
                        44.685986,
                        64.373404,
                        113.441501,
                        167.148590,
                        194.350987)))
            .disk(2_700_000_000L)
            .used(
                new SeedHosts(
                        5_000_000_000L,
                        3_800_000_000L,
                        282_000_000L,
                        1_400_000_000L,
                        446.67,
                        1_200_000_000L,
                        568.0,
                        248_000_000L,
                        2,
                        102_486,
                        20_504_912)
                    ::result),
        zookeeper()
            .lasting(63.6203, 44_883, 0)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    997_850,
                    2.4777,
                    22.5664,
                    3517.8313,
                    percentiles(
                        7.766447,
                        9.156112,
                        10.532408,
                        12.228320,
                        14.214414,
                        16.216272,
                        340.373624,
                        2151.870409)))
            .failed(ErrorKind.CONNECTION_LOST, "zk: could not connect to a server", 765)
            .failed(ErrorKind.CONNECTION_LOST, "zk: connection closed", 1_385)
            .disk(6_900_000_000L)
            .used(
                new SeedHosts(
                        5_400_000_000L,
                        4_300_000_000L,
                        352_000_000L,
                        1_400_000_000L,
                        731.27,
                        4_600_000_000L,
                        404.0,
                        3_100_000_000L,
                        213,
                        86_871,
                        26_252_736)
                    ::result),
        consul()
            .lasting(261.0246, 15_009, 0)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    1_000_000,
                    14.0583,
                    130.4658,
                    19316.7564,
                    percentiles(
                        32.229589,
                        37.179339,
                        47.314383,
                        70.740623,
                        104.953131,
                        282.116427,
                        1092.781013,
                        11587.696623)))
            .disk(3_000_000_000L)
            .used(
                new SeedHosts(
                        10_000_000_000L,
                        9_100_000_000L,
                        218_000_000L,
                        1_500_000_000L,
                        379.33,
                        5_800_000_000L,
                        223.0,
                        81_000_000L,
                        147,
                        641_255,
                        110_850_712)
                    ::result));
  }

  /** Three million writes, more than ZooKeeper could take. */
  public static List<ComparedRun> tooManyKeys() {
    return runs(
        etcd(1_000)
            .lasting(138.0049, 33_963, 7_006)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    3_000_000,
                    3.2812,
                    45.9259,
                    259.3153,
                    percentiles(
                        15.658060,
                        18.852826,
                        23.711419,
                        53.911600,
                        130.485283,
                        151.376530,
                        171.722975,
                        188.102916)))
            .disk(6_500_000_000L)
            .used(
                new SeedHosts(
                        15_000_000_000L,
                        12_000_000_000L,
                        852_000_000L,
                        4_300_000_000L,
                        442.0,
                        2_800_000_000L,
                        554.0,
                        348_000_000L,
                        168,
                        303_974,
                        62_193_472)
                    ::result),
        zookeeper()
            .lasting(2242.5513, 42_804, 0)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    2_032_778,
                    1.2984,
                    42.7162,
                    6921.5532,
                    percentiles(
                        8.200137,
                        9.417761,
                        10.902322,
                        12.742504,
                        15.178863,
                        38.140465,
                        1540.586327,
                        2276.156658)))
            .failed(ErrorKind.CONNECTION_LOST, "zk: could not connect to a server", 963_503)
            .failed(ErrorKind.CONNECTION_LOST, "zk: connection closed", 3_719)
            .invalid("client time")
            .disk(21_000_000_000L)
            .used(
                new SeedHosts(
                        12_000_000_000L,
                        10_000_000_000L,
                        997_000_000L,
                        3_400_000_000L,
                        785.67,
                        7_400_000_000L,
                        368.0,
                        3_100_000_000L,
                        443,
                        231_817,
                        84_808_712)
                    ::result),
        consul()
            .lasting(2361.4227, 16_033, 0)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    3_000_000,
                    16.9263,
                    393.5551,
                    30425.8070,
                    percentiles(
                        34.534783,
                        42.917753,
                        64.087200,
                        91.427820,
                        167.938406,
                        951.339409,
                        10968.875166,
                        18546.023298)))
            .disk(8_300_000_000L)
            .used(
                new SeedHosts(
                        89_000_000_000L,
                        85_000_000_000L,
                        685_000_000L,
                        4_400_000_000L,
                        439.33,
                        15_000_000_000L,
                        222.0,
                        157_000_000L,
                        23_290,
                        2_976_074,
                        990_569_940)
                    ::result));
  }

  /** Writes over ten connections by a hundred clients, of which ten and a hundred had a request. */
  public static List<ComparedRun> putsInFlight() {
    return runs(
        dEngine()
            .workload("put", OperationType.UPDATE)
            .lasting(2.6253, 0, 0)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    10_099,
                    0.490,
                    2.59751,
                    5.511,
                    Map.of(50.0, 2.467, 90.0, 3.797, 99.0, 4.435, 99.9, 4.827))),
        etcd(100)
            .version("3.5")
            .clients(100, 10)
            .workload("put", OperationType.UPDATE)
            .set("keysize", "8")
            .set("valuesize", "256")
            .lasting(1.6534, 0, 0)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    10_000,
                    5.5,
                    16.4,
                    38.1,
                    percentiles(10.9, 12.9, 16.5, 18.9, 21.7, 25.0, 31.3, 34.0))));
  }

  /** Reads likewise; one system was asked for a key that did not exist. */
  public static List<ComparedRun> readsOfNothing() {
    return runs(
        dEngine()
            .workload("read", OperationType.READ)
            .set("readconsistency", "linearizable")
            .lasting(1.4576, 0, 0)
            .answered(
                Outcome.OK,
                Quantiles.of(
                    10_099,
                    0.746,
                    1.43874,
                    3.519,
                    Map.of(50.0, 1.398, 90.0, 1.682, 99.0, 2.181, 99.9, 3.087))),
        etcd(100)
            .version("3.5")
            .clients(100, 10)
            .workload("read", OperationType.READ)
            .set("keysize", "8")
            .set("valuesize", "256")
            .set("readconsistency", "linearizable")
            .lasting(0.1157, 0, 0)
            .answered(
                Outcome.NOT_FOUND,
                Quantiles.of(
                    10_000, 0.2, 1.1, 4.5, percentiles(0.6, 0.8, 1.0, 1.3, 1.9, 2.3, 3.0, 3.7))));
  }

  private static RunBuilder etcd(int clients) {
    return new RunBuilder("etcd").version("3.1").clients(clients, 100);
  }

  private static RunBuilder zookeeper() {
    return new RunBuilder("zookeeper").version("3.4.9").clients(500, 500);
  }

  private static RunBuilder consul() {
    return new RunBuilder("consul").version("0.7.4").clients(500, 500);
  }

  private static RunBuilder dEngine() {
    return new RunBuilder("dengine")
        .version("0.1.2")
        .clients(100, 10)
        .set("keysize", "8")
        .set("valuesize", "256")
        .noting(D_ENGINE_NOTE);
  }

  private static Map<Double, Double> percentiles(double... millis) {
    Map<Double, Double> percentiles = new TreeMap<>();
    for (int index = 0; index < millis.length; index++) {
      percentiles.put(PERCENTILES[index], millis[index]);
    }
    return percentiles;
  }

  private static List<ComparedRun> runs(RunBuilder... builders) {
    return List.of(builders).stream().map(SeedFixtures::run).toList();
  }

  /** Returns a run without data to estimate noise from. */
  public static ComparedRun run(RunBuilder builder) {
    String label = builder.result().system().name() + " " + builder.result().system().version();
    return ComparedRun.of(
        label,
        new StoredRun(
            Path.of("results", builder.result().system().name()),
            builder.result(),
            builder.plan(),
            List.of(),
            List.of(),
            Map.of()),
        List.of());
  }
}
