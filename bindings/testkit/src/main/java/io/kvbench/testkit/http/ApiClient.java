package io.kvbench.testkit.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * An HTTP client that checks every response against the description of the service.
 *
 * @param address of the service, such as {@code http://127.0.0.1:8080}
 * @param stop called by {@link #close}; stops the service
 */
public record ApiClient(URI address, OpenApi description, Runnable stop) implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /**
   * Returns a request, to be sent with {@link #send}.
   *
   * @param headers names and values in turn
   */
  public HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path)).timeout(LONGEST);
    return headers.length == 0 ? request : request.headers(headers);
  }

  /** Sends a request and returns the response, after the check. */
  public HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
    description.check(response);
    return response;
  }

  /** Sends a GET. */
  public HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    return send(request(path, headers));
  }

  /** Sends a GET and returns the JSON document in the response. */
  public JsonNode json(String path) throws IOException, InterruptedException {
    return json(get(path));
  }

  /** Returns the JSON document in a response. */
  public static JsonNode json(HttpResponse<String> response) throws IOException {
    return MAPPER.readTree(response.body());
  }

  /** Sends a POST with a JSON document. */
  public HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return send(
        request(path, "Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
  }

  /** Sends a DELETE. */
  public HttpResponse<String> delete(String path) throws IOException, InterruptedException {
    return send(request(path).DELETE());
  }

  /** Sends raw bytes, and returns the first line of the response. */
  public String raw(String request) throws IOException {
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      socket.setSoTimeout((int) LONGEST.toMillis());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      String response =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return response.lines().findFirst().orElse("");
    }
  }

  @Override
  public void close() {
    stop.run();
  }
}
