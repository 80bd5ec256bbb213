package io.kvbench.reports;

import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Server states, the same in every test. */
final class ServerFixtures {

  private ServerFixtures() {}

  static RunResult.ClusterResult threeNodes(OptionalLong elections) {
    ServerResult leader =
        new ServerResult(
            "127.0.0.1:2181",
            Optional.of("zookeeper-1"),
            Optional.of("3.9.5"),
            true,
            OptionalLong.of(1_000_000),
            OptionalLong.of(1_395_864_371),
            OptionalLong.of(1),
            OptionalLong.of(2),
            Map.of("mode", "leader"),
            Optional.empty());
    ServerResult follower =
        new ServerResult(
            "127.0.0.1:2182",
            Optional.of("zookeeper-2"),
            Optional.of("3.9.5"),
            false,
            OptionalLong.of(999_990),
            OptionalLong.of(1_395_864_300),
            OptionalLong.of(1),
            OptionalLong.of(2),
            Map.of("mode", "follower"),
            Optional.empty());
    ServerResult gone =
        new ServerResult(
            "127.0.0.1:2183",
            Optional.of("zookeeper-3"),
            Optional.empty(),
            false,
            OptionalLong.empty(),
            OptionalLong.of(1_395_000_000),
            OptionalLong.of(1),
            OptionalLong.empty(),
            Map.of(),
            Optional.of("refuses connections: nothing listens there"));
    return new RunResult.ClusterResult(
        "embedded",
        3,
        "embedded ZooKeeper 3.9.5, 3 nodes, this machine",
        List.of("127.0.0.1:2181", "127.0.0.1:2182", "127.0.0.1:2183"),
        Optional.of(List.of(leader, follower, gone)),
        elections,
        Optional.of(EventFixtures.some()),
        Optional.of(
            List.of(
                new RoundTripResult(
                    "127.0.0.1:2181", 7, 7, OptionalLong.of(62), OptionalLong.of(80)),
                new RoundTripResult(
                    "127.0.0.1:2182", 7, 7, OptionalLong.of(58), OptionalLong.of(91)),
                new RoundTripResult(
                    "127.0.0.1:2183", 1, 0, OptionalLong.empty(), OptionalLong.empty()))),
        Optional.empty());
  }
}
