package io.kvbench.runner.distributed.kubernetes;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.distributed.AgentProgram;
import io.kvbench.runner.distributed.KubernetesSettings;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.distributed.StartedAgents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * The agents of one run as pods of a Job. The Job comes first, so that the Secret can belong to it:
 * its pods wait for the Secret. Both are deleted at the end; where that fails, the cluster deletes
 * them ten minutes after the last pod has ended.
 */
public final class KubernetesAgents implements StartedAgents {
  /** Of all pods, as each line names its own; a name that the controller keeps. */
  private static final String LOG = "agent-pods.log";

  private final Kubectl kubectl;
  private final String name;
  private final int agents;
  private final Consumer<String> notes;
  private boolean created;
  private boolean complete;

  private KubernetesAgents(Kubectl kubectl, String name, int agents, Consumer<String> notes) {
    this.kubectl = kubectl;
    this.name = name;
    this.agents = agents;
    this.notes = notes;
  }

  /**
   * Creates the objects, or writes them to the file that the settings name.
   *
   * @param port on which this process listens
   * @param files what agents need to identify themselves, by the name of the file
   * @param directory for temporary files
   * @param notes receives notes for the user
   * @throws IOException with words for the user; nothing is left in the cluster
   */
  public static StartedAgents start(
      Settings settings,
      int agents,
      int port,
      Map<String, String> files,
      Path directory,
      Consumer<String> notes)
      throws IOException, InterruptedException {
    String name = "kvbench-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    Manifests manifests =
        new Manifests(
            name,
            agents,
            settings.get(KubernetesSettings.IMAGE),
            LoadAgentSettings.dialled(settings, port).toString(),
            settings.find(KubernetesSettings.CPU),
            settings.find(KubernetesSettings.MEMORY));
    Optional<Path> file = settings.find(KubernetesSettings.MANIFEST);
    if (file.isPresent()) {
      write(file.get(), manifests.all(files));
      notes.accept(
          "Waiting for agents on port %d: 'kubectl apply -f %s', and after the run 'kubectl delete -f %s'."
              .formatted(port, file.get(), file.get()));
      return StartedAgents.BY_USER;
    }
    KubernetesAgents started =
        new KubernetesAgents(
            new Kubectl(AgentProgram.command(settings, KubernetesSettings.KUBECTL), directory),
            name,
            agents,
            notes);
    try {
      started.create(manifests, files);
      return started;
    } finally {
      if (!started.complete) {
        started.close();
      }
    }
  }

  private static void write(Path file, byte[] objects) throws IOException {
    try {
      Files.deleteIfExists(file);
      Files.write(Files.createFile(file, FilePermissions.OWNER.ofFile(file)), objects);
    } catch (IOException e) {
      throw new IOException(
          "agents.manifest cannot be written to " + file + ": " + FileReason.ofWriting(e), e);
    }
  }

  private void create(Manifests manifests, Map<String, String> files)
      throws IOException, InterruptedException {
    String job =
        kubectl.call(manifests.job(), "create", "-f", "-", "--validate=strict", "-o", "json");
    created = true;
    String uid = new ObjectMapper().readTree(job).path("metadata").path("uid").asText();
    kubectl.call(
        manifests.secret(files, uid), "create", "-f", "-", "--validate=strict", "-o", "name");
    complete = true;
    notes.accept("Created the Job and the Secret " + name + " in Kubernetes.");
  }

  /** Says nothing: each question would be a process, next to those that are measured. */
  @Override
  public Optional<String> ended() {
    return Optional.empty();
  }

  @Override
  public Optional<String> missing() throws InterruptedException {
    try {
      Optional<String> pods =
          PodStates.ofPods(kubectl.call("get", "pods", "-l", "job-name=" + name, "-o", "json"));
      return pods.isPresent()
          ? pods
          : Optional.of("the Job has no pods" + warnings().map(text -> ": " + text).orElse(""));
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public String fate(long pid) {
    return "see the log of its pod in logs/" + LOG;
  }

  private Optional<String> warnings() throws IOException, InterruptedException {
    String ofJob = "involvedObject.kind=Job,involvedObject.name=" + name;
    return PodStates.ofEvents(
        kubectl.call("get", "events", "--field-selector", ofJob, "-o", "json"));
  }

  /** The pods' logs go with the pods. */
  private void keepLogs() throws InterruptedException {
    try {
      String logs =
          kubectl.call(
              "logs",
              "--selector=job-name=" + name,
              "--prefix",
              "--tail=10000",
              "--max-log-requests=" + agents);
      if (!logs.isBlank()) {
        Files.writeString(kubectl.directory().resolve(LOG), logs);
      }
    } catch (IOException e) {
      notes.accept("The logs of the pods could not be kept: " + e.getMessage());
    }
  }

  /** Also where creating them has failed: the answer may be what was lost. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      if (complete) {
        keepLogs();
      }
      kubectl.call(
          "delete",
          "job/" + name,
          "secret/" + name,
          "--ignore-not-found",
          "--wait=false",
          "--cascade=background");
    } catch (IOException e) {
      if (created) {
        notes.accept(
            "The Job and the Secret %s may be left in Kubernetes: %s"
                .formatted(name, e.getMessage()));
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
