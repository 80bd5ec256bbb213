package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of invalid input: one clear message for everything, exit code 2, nothing started, nothing
 * left.
 */
final class UsageIT {
  @TempDir private Path directory;

  @Test
  void everythingWrongWithAWorkloadFileIsSaidAtOnce() throws Exception {
    Files.writeString(
        directory.resolve("bad"),
        """
        # a comment
        recordcont=1000
        operationcount=many
        readproportion=0
        updateproportion=0
        """);

    // In a process: the exit code is that of one.
    try (KvbenchProcess kvbench = KvbenchProcess.start(directory, "-db", "memory", "-P", "bad")) {
      assertThat(refused(kvbench))
          .contains("bad:2: unknown property 'recordcont'; did you mean 'recordcount'?")
          .contains("bad:3: invalid value operationcount=many")
          .contains("3 errors")
          .contains("proportion");
    }
  }

  @Test
  void aSystemThatCannotScanIsRefusedInPlanning() throws Exception {
    String file = StockWorkloads.path("workloade").toString();

    assertThat(refused("-db", "zookeeper", "-P", file))
        .contains("ZooKeeper does not support scans in key order")
        .contains("workloade:");
    assertThat(refused("plan", "-db", "zookeeper", "-P", "workloads/workloade"))
        .contains("scans in key order");
  }

  @Test
  void missingThingsAreNamed() throws Exception {
    assertThat(refused("-P", "workloads/smoke"))
        .contains("-db")
        .contains("memory")
        .contains("zookeeper");
    assertThat(refused("-db", "zokeeper", "-P", "workloads/smoke"))
        .contains("did you mean zookeeper?");
    assertThat(refused("-db", "memory", "-P", "workloads/smok"))
        .contains("did you mean workloads/smoke?");
    assertThat(refused("-db", "memory")).contains("write1m");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "--frobnicate"))
        .contains("--frobnicate");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "-p", "nonsense"))
        .contains("name=value");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "-load", "-t")).contains("-load");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "-threads", "0"))
        .contains("-threads");
  }

  @Test
  void namesThatAreNearlyRightAreFollowedByTheRightOnes() throws Exception {
    assertThat(refused("-db", "etdc", "-P", "workloads/smoke")).contains("did you mean etcd?");
    assertThat(
            refused("-db", "memory", "-P", "workloads/smoke", "-p", "thread=10", "-p", "results=x"))
        .contains("unknown property 'thread'; did you mean 'clients=N'?")
        .contains("-p results: is not a property but a flag: use --results DIR.");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "-duration", "10s"))
        .contains("For '-duration' use -p maxexecutiontime=60s.");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "-thraeds", "10"))
        .contains("For '-thraeds' use -threads.");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "--recordcount=secret"))
        .contains("For '--recordcount' use -p recordcount=VALUE.");
    assertThat(refused("plna")).contains("plan");
    assertThat(refused("-db", "memory", "workloads/smoke"))
        .contains("For 'workloads/smoke' use -P workloads/smoke.");
    assertThat(refused("run", "memory", "workloada")).contains("For 'workloada' use -P workloada.");
    assertThat(refused("load", "memroy", "-P", "workloads/smoke")).contains("did you mean memory?");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "-target", "5k/s"))
        .contains("write it without the unit: 5k");
    assertThat(refused("-db", "memory", "-P", "no-such-workload"))
        .contains("kvbench includes compareandset, counter, ")
        .containsPattern("and \\d+ more");
  }

  @Test
  void theSystemMayBeAProperty() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("file"), "db=memory\nrecordcount=10\noperationcount=10\n");
    assertThat(fine("plan", "-P", file.toString())).contains("memory");
    assertThat(fine("plan", "-p", "db=memory", "-P", "workloads/smoke")).contains("memory");
    assertThat(refused("plan", "-p", "db=etdc", "-P", "workloads/smoke"))
        .contains("did you mean etcd?");
  }

  @Test
  void thePlanOfAnOpenLoopHasTheLimitOfItsClients() throws Exception {
    String[] plan = {
      "plan",
      "-db",
      "consul",
      "-P",
      "workloads/workloada",
      "-threads",
      "9",
      "-target",
      "5",
      "-p",
      "endpoints=127.0.0.1:1"
    };
    assertThat(fine(plan)).contains("9 to 150 clients (clients.max) on 9 to 150 connections, open");
  }

  @Test
  void aPropertyWithoutEffectIsNamed() throws Exception {
    assertThat(fine("plan", "-db", "memory", "-P", "workloads/write1m", "-p", "recordcount=10k"))
        .contains("Note: No effect: recordcount (-p recordcount): the mix only inserts")
        .contains("operationcount=1000000 sets how many records are inserted");
    assertThat(fine("plan", "-db", "memory", "-P", "workloads/write1m", "-p", "operationcount=10k"))
        .contains("10,000 requests")
        .doesNotContain("No effect");
  }

  @Test
  void badEndpointsAndCredentialsAreFoundInPlanning() throws Exception {
    assertThat(
            refused(
                "-db",
                "zookeeper",
                "-P",
                "workloads/smoke",
                "-p",
                "endpoints=localhost:99999,:2181",
                "-p",
                "zookeeper.auth=geheim",
                "-p",
                "clients=0"))
        .contains("'localhost:99999'", "':2181'", "user:password", "clients=0", "3 errors")
        .doesNotContain("geheim");
    assertThat(refused("-db", "memory", "-P", "nosuchfile"))
        .contains("error:")
        .doesNotContain("readproportion");
    assertThat(refused("-db", "memory", "-P", "workloads/smoke", "-p", "zookeeper.auth:me:geheim"))
        .contains("zookeeper.auth")
        .doesNotContain("geheim");
  }

  @Test
  void secretsAreNotRepeated() throws Exception {
    String err =
        refused(
            "-db",
            "zookeeper",
            "-P",
            "workloads/smoke",
            "-p",
            "zookeeper.auth=me:geheim",
            "-p",
            "clients=none");

    assertThat(err).contains("clients=none").doesNotContain("geheim");
  }

  @Test
  void helpPlanAndSystemsTellWithoutRunning() throws Exception {
    assertThat(fine("--help")).contains("Examples:", "-db", "workloads/write1m");
    assertThat(fine("run", "--help")).contains("Examples:", "Exit codes", "errors<0.1%'");
    assertThat(fine("--version"))
        .startsWith("kvbench ")
        .contains("META-INF/THIRD-PARTY.txt", "META-INF/sbom/kvbench.cdx.json");
    assertThat(
            fine(
                "plan",
                "-db",
                "memory",
                "-P",
                "workloads/smoke",
                "-threads",
                "7",
                "-p",
                "etcd.prefix=x"))
        .contains("7 clients", "No errors found", "clients=7")
        .contains("Note: No effect on memory: etcd.prefix.")
        .contains("workloads/smoke:");
    assertThat(fine("plan", "--properties"))
        .contains("\nverdict ", "cluster.nodes", "zookeeper.root");
    assertThat(fine("plan", "--properties", "verdict")).contains("verdict.cpu = 90%");
    assertThat(
            fine("plan", "--properties", "recordc").lines().filter(line -> !line.startsWith(" ")))
        .containsExactly("recordcount = 0");
    assertThat(refused("plan", "--properties", "nothing-like-it"))
        .contains("--properties nothing-like-it", "omit it to list all");
    assertThat(fine("systems").lines())
        .anyMatch(line -> line.matches("zookeeper +yes +yes +yes .* started here"))
        .anyMatch(line -> line.matches("memory +yes .* in-process"))
        .allMatch(line -> line.length() <= 100);
    assertThat(fine("systems", "memory", "dengine", "cetcd").replaceAll("\\s+", " "))
        .contains("-db memory", "scans", "before it is on any disk")
        .contains("No package registry has cetcd", "wherever a cetcd is on the PATH")
        .doesNotContain("-db zookeeper");
    assertThat(refused("systems", "memroy", "bolt"))
        .contains("2 errors:", "systems memroy", "did you mean memory?", "systems bolt");
    try (var files = Files.list(directory)) {
      assertThat(files.filter(Files::isDirectory)).as("nothing was run").isEmpty();
    }
  }

  private String refused(String... arguments) throws Exception {
    try (KvbenchThread kvbench = KvbenchThread.start(directory, arguments)) {
      return refused(kvbench);
    }
  }

  private static String refused(RunningKvbench kvbench) throws Exception {
    assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(2);
    assertThat(kvbench.err()).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(kvbench.out()).isEmpty();
    return kvbench.err();
  }

  private String fine(String... arguments) throws Exception {
    try (KvbenchThread kvbench = KvbenchThread.start(directory, arguments)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.err()).doesNotContain("WARN");
      return kvbench.out();
    }
  }
}
