package io.kvbench.reports;

import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerResult;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A result with malicious texts. */
public final class HostileFixtures {

  private HostileFixtures() {}

  /** Returns a result in which every text is malicious for a terminal. */
  public static RunResult hostile() {
    String evil = "\u001B[31m\u001B]0;title\u0007\r\n\t\u202E";
    return new ChangedResult(FailureFixtures.halfFailing())
        .status(RunStatus.FAILED, evil + "reason")
        .workload(evil + "workload")
        .system(
            new RunResult.SystemResult(
                evil + "system", evil, evil, Optional.of(List.of("note" + evil))))
        .cluster(
            new RunResult.ClusterResult(
                "external",
                1,
                evil,
                List.of(evil),
                Optional.of(evilServers(evil)),
                OptionalLong.of(1),
                Optional.of(EventFixtures.evil(evil)),
                Optional.of(
                    List.of(
                        new RoundTripResult(evil, 7, 7, OptionalLong.of(62), OptionalLong.of(80)))),
                Optional.empty()))
        .environment(new RunResult.EnvironmentResult(evil, evil, evil, 1, 1))
        .verdict(
            new Verdict(Validity.SUSPECT, List.of(new Reason(evil, evil, evil)), Optional.empty()))
        .slos(new SloResult(evil, evil + "slo", false, Optional.empty()))
        .hosts(HostUseFixtures.named(evil))
        .result();
  }

  private static List<ServerResult> evilServers(String evil) {
    ServerResult server =
        new ServerResult(
            evil + "endpoint".repeat(40),
            Optional.of(evil),
            Optional.of(evil + "version".repeat(40)),
            false,
            OptionalLong.of(999_999_999_999L),
            OptionalLong.of(999_999_999_999L),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of("mode", evil + "mode".repeat(40)),
            Optional.of(evil + "problem".repeat(40)));
    return List.of(server, server);
  }
}
