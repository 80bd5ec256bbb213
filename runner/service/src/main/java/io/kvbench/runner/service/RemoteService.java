package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.setting.Problems;
import io.kvbench.host.json.StrictJson;
import io.kvbench.host.listen.BearerToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * A service on this or another machine, from a client's view. Its answers are checked before they
 * are used: names of files must be plain names.
 *
 * <p>All methods throw an {@link IOException} with words for the user if the service cannot be
 * reached or does not do what it is asked.
 */
public final class RemoteService implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final int ATTEMPTS = 10;
  private static final int MOST_BYTES = 16 << 20;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}");

  private final URI address;
  private final Optional<BearerToken> token;
  private final HttpClient http;

  /** A run that is over, or its service. */
  public record Ended(String state, OptionalInt exitCode, Optional<String> reason) {}

  /** A listener for the progress of a run. */
  public interface Listener {
    /** A run has another state, such as {@code running}. */
    void state(String state);

    /** A row of {@code intervals.csv}, by the names of its columns. */
    void interval(Map<String, String> row);
  }

  /**
   * Creates a client, which does not connect yet.
   *
   * @param address as in {@code https://host:8080}
   * @param tls what trusts the service, and shows a certificate if the service wants one
   */
  public RemoteService(URI address, Optional<BearerToken> token, Optional<SSLContext> tls) {
    this.address = address;
    this.token = token;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(Version.HTTP_1_1)
            .followRedirects(Redirect.NEVER)
            .connectTimeout(CONNECT);
    tls.ifPresent(builder::sslContext);
    http = builder.build();
  }

  /**
   * Puts a run into the queue.
   *
   * @param problems gets what is wrong with it
   * @return its id; empty if there are problems
   */
  public Optional<String> start(
      String system, String workload, Map<String, String> properties, Problems problems)
      throws IOException, InterruptedException {
    ObjectNode json = StrictJson.object().put("system", system).put("workload", workload);
    ObjectNode all = json.putObject("properties");
    properties.forEach(all::put);
    HttpResponse<InputStream> answer =
        send(
            request("/v1/runs")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(StrictJson.SHORT.bytes(json))));
    if (answer.statusCode() == ServiceRefusal.BAD_REQUEST) {
      JsonNode refusal = document(answer);
      for (JsonNode problem : refusal.path("problems")) {
        problems.add(problem.path("where").asText(), problem.path("message").asText());
      }
      if (problems.isEmpty()) {
        problems.add(address.toString(), refusal.path("error").asText());
      }
      return Optional.empty();
    }
    return Optional.of(plain(accepted(answer).path("id").asText()));
  }

  /** Stops a run; one that has ended already is no error. */
  public void stop(String id) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        send(request("/v1/runs/" + id + "/stop").POST(BodyPublishers.noBody()));
    if (answer.statusCode() != ServiceRefusal.CONFLICT) {
      accepted(answer);
    }
  }

  /** Follows a run to its end; a lost connection is made again. */
  public Ended follow(String id, Listener listener) throws IOException, InterruptedException {
    long last = 0;
    for (int attempt = 0; ; attempt++) {
      try {
        Events events = new Events(listener, last);
        HttpResponse<InputStream> answer =
            send(
                request("/v1/runs/" + id + "/events", Optional.empty())
                    .header("Last-Event-ID", Long.toString(last)));
        if (answer.statusCode() != 200) {
          accepted(answer);
        }
        try (InputStream in = answer.body()) {
          events.read(in);
        } finally {
          attempt = events.last() > last ? 0 : attempt;
          last = events.last();
        }
        JsonNode run = run(id);
        if (RunState.of(run.path("state").asText()).isOver()) {
          return ended(run);
        }
      } catch (IOException e) {
        if (attempt >= ATTEMPTS) {
          throw e;
        }
      }
      Thread.sleep(Duration.ofSeconds(1));
    }
  }

  private static Ended ended(JsonNode run) {
    return new Ended(
        run.path("state").asText(),
        run.path("exitCode").isInt()
            ? OptionalInt.of(run.path("exitCode").asInt())
            : OptionalInt.empty(),
        Optional.ofNullable(run.path("reason").textValue()));
  }

  private JsonNode run(String id) throws IOException, InterruptedException {
    return accepted(send(request("/v1/runs/" + id)));
  }

  /**
   * Copies the result of a run.
   *
   * @param parent gets a directory with the name of the service's
   * @return that directory; empty if there is no result
   */
  public Optional<Path> fetch(String id, Path parent) throws IOException, InterruptedException {
    JsonNode run = run(id);
    if (!run.has("result")) {
      return Optional.empty();
    }
    Path directory = parent.resolve(plain(run.path("result").asText()));
    Files.createDirectories(parent, FilePermissions.OWNER.ofDirectory(parent));
    Files.createDirectory(directory, FilePermissions.OWNER.ofDirectory(directory));
    for (JsonNode name : run.path("files")) {
      Path file = directory.resolve(plain(name.asText()));
      HttpResponse<InputStream> answer =
          send(request("/v1/runs/" + id + "/files/" + name.asText()));
      if (answer.statusCode() != 200) {
        accepted(answer);
      }
      Files.createFile(file, FilePermissions.OWNER.ofFile(file));
      try (InputStream in = answer.body();
          OutputStream out = Files.newOutputStream(file)) {
        in.transferTo(out);
      }
    }
    return Optional.of(directory);
  }

  private static String plain(String name) throws IOException {
    if (!PLAIN.matcher(name).matches()) {
      throw new IOException("the service has answered with a name that is none");
    }
    return name;
  }

  private HttpRequest.Builder request(String path) {
    return request(path, Optional.of(ANSWER));
  }

  /** The answer to some requests takes as long as a run. */
  private HttpRequest.Builder request(String path, Optional<Duration> patience) {
    HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve(path));
    patience.ifPresent(request::timeout);
    token.ifPresent(shown -> request.header("Authorization", shown.authorization()));
    return request;
  }

  private HttpResponse<InputStream> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try {
      return http.send(request.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new IOException(address + " cannot be reached: " + why, e);
    }
  }

  private JsonNode accepted(HttpResponse<InputStream> answer) throws IOException {
    JsonNode document = document(answer);
    if (answer.statusCode() >= ServiceRefusal.BAD_REQUEST) {
      throw new IOException(
          address + " refuses: " + document.path("error").asText("status " + answer.statusCode()));
    }
    return document;
  }

  private JsonNode document(HttpResponse<InputStream> answer) throws IOException {
    try (InputStream in = answer.body()) {
      return StrictJson.SHORT.parse(in.readNBytes(MOST_BYTES));
    } catch (IOException e) {
      throw new IOException(
          address + " is no service of kvbench (status " + answer.statusCode() + ")", e);
    }
  }

  @Override
  public void close() {
    http.close();
  }

  /** A parser of the stream of events. */
  private static final class Events {
    private final Listener listener;
    private long last;
    private String name = "";

    Events(Listener listener, long last) {
      this.listener = listener;
      this.last = last;
    }

    long last() {
      return last;
    }

    void read(InputStream in) throws IOException {
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event: ")) {
          name = line.substring("event: ".length());
        } else if (line.matches("id: \\d{1,15}")) {
          last = Long.parseLong(line.substring("id: ".length()));
        } else if (line.startsWith("data: ")) {
          event(
              StrictJson.SHORT.parse(
                  line.substring("data: ".length()).getBytes(StandardCharsets.UTF_8)));
        }
      }
    }

    private void event(JsonNode data) {
      if (name.equals("run")) {
        listener.state(data.path("state").asText());
      } else if (name.equals("interval")) {
        Map<String, String> row = new LinkedHashMap<>();
        data.properties().forEach(field -> row.put(field.getKey(), field.getValue().asText()));
        listener.interval(row);
      }
    }
  }
}
