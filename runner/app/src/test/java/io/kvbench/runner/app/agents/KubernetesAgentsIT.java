package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests of agents as pods, on a real API server without a kubelet: the tests run the pods'
 * programs.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(1)
@ResourceLock(KvbenchThread.COORDINATION)
final class KubernetesAgentsIT {
  private static final Pattern NAME = Pattern.compile("kvbench-[0-9a-f]{8}");
  private static final String CREATED = "Created the Job and the Secret";

  private KubernetesApi api;
  @TempDir private Path directory;

  @BeforeAll
  void startServers(@TempDir Path files) throws Exception {
    api = KubernetesApi.start(files);
  }

  @AfterAll
  void stopServers() {
    if (api != null) {
      api.close();
    }
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    assertThat(
            api.admin("get", "jobs,secrets", "-l", "app.kubernetes.io/name=kvbench", "-o", "name"))
        .isEmpty();
  }

  private KvbenchThread run(String kubectl, String... more) throws Exception {
    return run("memory", kubectl, List.of(more));
  }

  private KvbenchThread run(String system, String kubectl, List<String> more) throws Exception {
    int port = ServerProcess.freePorts(1).getFirst();
    List<String> arguments = new ArrayList<>(List.of("-db", system, "-P", "workloads/write1m"));
    Stream.concat(
            Stream.of(
                "agents=kubernetes:2",
                "agents.listen=" + PodOfAgent.thisMachine() + ":" + port,
                "agents.image=registry.example/kvbench:1",
                "agents.kubectl=" + kubectl,
                "clients=10",
                "operationcount=500",
                "exit.on=never"),
            more.stream())
        .forEach(setting -> arguments.addAll(List.of("-p", setting)));
    return KvbenchThread.start(directory, arguments.toArray(String[]::new));
  }

  private static String nameIn(String text) {
    Matcher name = NAME.matcher(text);
    assertThat(name.find()).as(text).isTrue();
    return name.group();
  }

  private JsonNode object(String kind, String name) throws Exception {
    return new ObjectMapper().readTree(api.admin("get", kind, name, "-o", "json"));
  }

  @Test
  void podsCarryTheRunThatTheirIndexSays() throws Exception {
    List<KvbenchThread> agents = new ArrayList<>();
    try (KvbenchThread kvbench =
        run(
            "etcd",
            api.command("admin"),
            List.of(
                "endpoints=" + api.etcd(),
                "agents.cpu=500m",
                "agents.memory=1Gi",
                "agents.timeout=150s"))) {
      kvbench.awaitErr(CREATED);
      String name = nameIn(kvbench.err());
      JsonNode job = object("job", name);
      JsonNode secret = object("secret", name);
      checkJob(job);
      assertThat(secret.at("/metadata/ownerReferences/0/uid").asText())
          .isEqualTo(job.at("/metadata/uid").asText());
      PodOfAgent pod =
          PodOfAgent.of(job, secret, Files.createDirectory(directory.resolve("mounted")));

      agents.add(KvbenchThread.start(directory, pod.here(1)));
      agents.getFirst().awaitOut("joined the controller");
      agents.add(KvbenchThread.start(directory, pod.here(0)));

      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      for (KvbenchThread agent : agents) {
        assertThat(agent.exitCode()).as(agent::said).isZero();
      }
      assertThat(agents.get(0).out()).contains("carries part 2 of 2");
      assertThat(agents.get(1).out()).contains("carries part 1 of 2");
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.phases().getFirst().operations().get(OperationType.INSERT).okCount())
          .isEqualTo(500);
      assertThat(result.agents().orElseThrow())
          .hasSize(2)
          .allMatch(agent -> agent.status() == AgentResult.Status.COMPLETE);
      assertThat(kvbench.out() + kvbench.err() + everything(kvbench.resultDirectory()))
          .doesNotContain("PRIVATE KEY");
    } finally {
      agents.forEach(KvbenchThread::close);
    }
  }

  private static void checkJob(JsonNode job) {
    JsonNode spec = job.path("spec");
    assertThat(spec.path("completionMode").asText()).isEqualTo("Indexed");
    assertThat(spec.path("completions").asInt()).isEqualTo(2);
    assertThat(spec.path("parallelism").asInt()).isEqualTo(2);
    assertThat(spec.path("backoffLimit").asInt(-1)).isZero();
    assertThat(spec.path("ttlSecondsAfterFinished").asInt()).isPositive();
    JsonNode pod = spec.at("/template/spec");
    assertThat(pod.path("restartPolicy").asText()).isEqualTo("Never");
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/containers/0/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(pod.at("/containers/0/resources/limits/cpu").asText()).isEqualTo("500m");
    assertThat(pod.at("/containers/0/resources/requests/memory").asText()).isEqualTo("1Gi");
  }

  private static String everything(Path results) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(results)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }

  @Test
  void ctrlCDeletesThem() throws Exception {
    try (KvbenchThread kvbench = run(api.command("admin"), "agents.timeout=150s")) {
      kvbench.awaitErr(CREATED);
      kvbench.interrupt();

      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
    }
  }

  @Test
  void podsThatDoNotComeAreExplained() throws Exception {
    try (KvbenchThread kvbench = run("sh " + kubectlWithAPod(), "agents.timeout=1s")) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      String pod = nameIn(kvbench.err()) + "-0";
      assertThat(kvbench.result().statusReason().orElseThrow())
          .contains("0 of 2 agents have joined in 1 s")
          .contains("pod " + pod + " is Pending (Unschedulable: 0/3 nodes: Insufficient cpu.)");
      assertThat(kvbench.resultDirectory().resolve("logs/agent-pods.log"))
          .content()
          .isEqualTo("[pod/kvbench-0] the last words of a pod\n");
    }
  }

  /** Does what kubectl does, has a log, and adds a pod that cannot be scheduled to each Job. */
  private Path kubectlWithAPod() throws IOException {
    return Files.writeString(
        directory.resolve("kubectl"),
        """
        case $* in logs*) echo '[pod/kvbench-0] the last words of a pod'; exit ;; esac
        out=$(%1$s "$@") || exit
        printf '%%s\\n' "$out"
        case $* in
          create*json*)
            name=$(printf '%%s' "$out" | grep -o 'kvbench-[0-9a-f]\\{8\\}' | head -n 1)
            %1$s run "$name-0" --image=kvbench -l "job-name=$name" --restart=Never >&2 &&
              %1$s patch pod "$name-0" --subresource=status --type=merge -p '{"status": {
                "phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
                "reason": "Unschedulable", "message": "0/3 nodes: Insufficient cpu."}]}}' >&2
            ;;
        esac
        """
            .formatted(api.command("admin")));
  }

  @Test
  void aRefusalIsPassedOn() throws Exception {
    try (KvbenchThread kvbench = run(api.command("guest"))) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.said()).containsPattern("jobs\\.batch\\s+is\\s+forbidden");
    }
  }

  /** The Job is there already when its Secret is refused. */
  @Test
  void aRefusedSecretLeavesNoJob() throws Exception {
    api.admin("create", "role", "jobs", "--verb=create,delete,get", "--resource=jobs.batch");
    api.admin("create", "rolebinding", "jobs", "--role=jobs", "--user=guest");
    try (KvbenchThread kvbench = run(api.command("guest"))) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.said()).containsPattern("secrets\\s+is\\s+forbidden");
    } finally {
      api.admin("delete", "rolebinding/jobs", "role/jobs");
    }
  }

  @Test
  void aClusterThatIsNotThereIsSaid() throws Exception {
    int closed = ServerProcess.freePorts(1).getFirst();
    try (KvbenchThread kvbench = run(api.command("guest", closed))) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.out() + kvbench.err()).contains("127.0.0.1:" + closed);
    }
  }
}
