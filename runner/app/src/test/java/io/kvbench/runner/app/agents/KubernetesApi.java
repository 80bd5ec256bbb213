package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real Kubernetes API server on a real etcd, and kubectl. Without controllers and kubelets: it
 * checks and keeps objects, and no pod runs.
 */
final class KubernetesApi implements AutoCloseable {
  private static final String ADMIN = "admin";

  private final Path directory;
  private final String kubectl;
  private final ServerProcess etcd;
  private final ServerProcess server;
  private final int port;

  private KubernetesApi(Path directory) throws Exception {
    this.directory = directory;
    kubectl = RealServers.require("kubectl").toString();
    String apiServer = RealServers.require("kube-apiserver").toString();
    List<Integer> ports = ServerProcess.freePorts(3);
    port = ports.get(2);
    etcd = etcd(ports.get(0), ports.get(1));
    try {
      server = ServerProcess.start(serverCommand(apiServer, ports.get(0)), file("api.log"), port);
    } catch (IOException | InterruptedException e) {
      etcd.close();
      throw e;
    }
  }

  /** Starts it and waits until it is ready. */
  static KubernetesApi start(Path directory) throws Exception {
    KubernetesApi api = new KubernetesApi(directory);
    try {
      for (String question : List.of("get --raw /readyz", "get namespace default")) {
        api.awaitFine((ADMIN + " " + question).split(" "));
      }
      return api;
    } catch (Throwable e) {
      api.close();
      throw e;
    }
  }

  private ServerProcess etcd(int client, int peer) throws Exception {
    String url = "http://127.0.0.1:" + client;
    String peers = "http://127.0.0.1:" + peer;
    return ServerProcess.start(
        List.of(
            RealServers.require("etcd").toString(),
            "--data-dir=" + file("etcd"),
            "--unsafe-no-fsync",
            "--listen-client-urls=" + url,
            "--advertise-client-urls=" + url,
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=default=" + peers),
        file("etcd.log"),
        client);
  }

  private List<String> serverCommand(String program, int etcdPort) throws Exception {
    Path tokens = file("tokens.csv");
    Files.writeString(tokens, "admin-token,admin,1,system:masters\nguest-token,guest,2\n");
    return List.of(
        program,
        "--etcd-servers=http://127.0.0.1:" + etcdPort,
        "--bind-address=127.0.0.1",
        "--advertise-address=127.0.0.1",
        "--secure-port=" + port,
        "--cert-dir=" + file("certificates"),
        "--token-auth-file=" + tokens,
        "--authorization-mode=RBAC",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-key-file=" + key(),
        "--service-account-signing-key-file=" + key(),
        "--disable-admission-plugins=ServiceAccount",
        "--service-cluster-ip-range=10.96.0.0/24");
  }

  private Path key() throws Exception {
    Path file = file("accounts.key");
    if (!Files.exists(file)) {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      KeyPair pair = generator.generateKeyPair();
      Files.writeString(
          file,
          "-----BEGIN PRIVATE KEY-----\n"
              + Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded())
              + "\n-----END PRIVATE KEY-----\n");
    }
    return file;
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  /** Returns the endpoint of its etcd, for records beside its objects. */
  String etcd() {
    return etcd.endpoints().getFirst();
  }

  /** Returns kubectl's command for a user, {@code admin} or {@code guest}, in one text. */
  String command(String user) throws IOException {
    return command(user, port);
  }

  /** Does the same for a server that may not be there. */
  String command(String user, int at) throws IOException {
    Path configuration = file("kubeconfig-" + user + "-" + at);
    Files.writeString(
        configuration,
        """
        {"apiVersion": "v1", "kind": "Config", "current-context": "test",
         "clusters": [{"name": "test", "cluster":
           {"server": "https://127.0.0.1:%d", "certificate-authority": "%s"}}],
         "users": [{"name": "%s", "user": {"token": "%s-token"}}],
         "contexts": [{"name": "test", "context": {"cluster": "test", "user": "%s"}}]}
        """
            .formatted(at, file("certificates/apiserver.crt"), user, user, user));
    return kubectl + " --kubeconfig=" + configuration + " --cache-dir=" + file("cache");
  }

  /** Runs kubectl as the administrator and returns what it prints. */
  String admin(String... arguments) throws IOException, InterruptedException {
    Path err = Files.createTempFile(directory, "kubectl", ".err");
    Process process = begin(ADMIN, err, arguments);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(() -> read(err)).isZero();
    return out;
  }

  private Process begin(String user, Path err, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(command(user).split(" ")));
    all.addAll(List.of(arguments));
    return new ProcessBuilder(all).redirectError(err.toFile()).start();
  }

  private void awaitFine(String... userAndArguments) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    String[] arguments =
        List.of(userAndArguments).subList(1, userAndArguments.length).toArray(String[]::new);
    Path err = file("ready.err");
    while (true) {
      Process process = begin(userAndArguments[0], err, arguments);
      process.getInputStream().readAllBytes();
      if (process.waitFor() == 0) {
        return;
      }
      assertThat(System.nanoTime())
          .as(() -> read(err) + read(file("api.log")))
          .isLessThan(deadline);
      Thread.sleep(200);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    server.close();
    etcd.close();
  }
}
