package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.host.BearerToken;
import io.kvbench.core.host.SidecarAddress;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.process.RunCommands;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Further;
import io.kvbench.runner.sidecar.listen.Listening;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A service on loopback with the bindings of the class path, and a client that checks answers. */
record ServiceClient(Service service) implements AutoCloseable {
  static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static final Bindings BINDINGS = Bindings.load();
  private static final Clusters CLUSTERS = Clusters.load();
  private static final PlanFactory FACTORY = factory(Further.NONE);

  /** Runs are processes, as in the product. */
  private static final RunCommands COMMANDS =
      new RunCommands(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              "io.kvbench.runner.app.Main",
              "run",
              "--with-parent"),
          List.of());

  static ServiceClient open(Path directory) throws IOException {
    return open(directory, 16, Optional.empty(), new Assignments());
  }

  static ServiceClient open(
      Path directory, int queue, Optional<BearerToken> token, Assignments fixed)
      throws IOException {
    Service.Options options =
        new Service.Options(
            new Listening(new SidecarAddress("127.0.0.1", 0), token, Optional.empty()),
            directory,
            queue,
            Duration.ofMinutes(5),
            "etcd",
            Set.of(),
            fixed);
    return new ServiceClient(
        Service.open(options, BINDINGS, FACTORY, COMMANDS, NanoClock.system()));
  }

  private static PlanFactory factory(Further further) {
    return new PlanFactory(BINDINGS, CLUSTERS, further, "see the guide");
  }

  static Planning planning() {
    return planning(Further.NONE, new Assignments());
  }

  static Planning planning(Further further, Assignments fixed) {
    PlanFactory factory = factory(further);
    return new Planning(
        BINDINGS, factory, fixed, new ClientProperties(factory.settings(), Set.of(), fixed));
  }

  /** Returns a queue that has not been started. */
  static RunQueue queue(RunStore store, Planning planning, int longest) throws IOException {
    NanoClock clock = NanoClock.system();
    return RunQueue.open(
        store,
        new RunExecution(store, planning, COMMANDS, Duration.ofMinutes(5), clock),
        longest,
        clock);
  }

  int port() {
    return URI.create(service.address()).getPort();
  }

  HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service.address() + path)).timeout(LONGEST);
    return headers.length == 0 ? request : request.headers(headers);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer = CLIENT.send(request.build(), BodyHandlers.ofString());
    OpenApi.check(answer);
    return answer;
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return send(request(path, headers));
  }

  HttpResponse<String> post(String path, String body) throws Exception {
    return send(
        request(path, "Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
  }

  HttpResponse<String> delete(String path) throws Exception {
    return send(request(path).DELETE());
  }

  /** Starts a run and returns its path. */
  String start(String body) throws Exception {
    HttpResponse<String> answer = post("/v1/runs", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  /** Follows a run to the end of its events, and returns all of them. */
  String follow(String run, String... headers) throws Exception {
    return CLIENT.send(request(run + "/events", headers).build(), BodyHandlers.ofString()).body();
  }

  JsonNode run(String path) throws Exception {
    return JSON.readTree(get(path).body());
  }

  /** Waits for a state. */
  void await(String run, String state) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!run(run).path("state").asText().equals(state)) {
      assertThat(System.nanoTime()).as("waiting for " + state).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  /** Sends bytes as they stand, and returns the first line of the answer. */
  String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout((int) LONGEST.toMillis());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.lines().findFirst().orElse("");
    }
  }

  @Override
  public void close() {
    service.close();
  }
}
