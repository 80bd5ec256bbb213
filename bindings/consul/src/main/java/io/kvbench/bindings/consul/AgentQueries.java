package io.kvbench.bindings.consul;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Questions to one server whose answers the Consul client does not pass on. */
final class AgentQueries {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BUFFER_BYTES = 64 * 1024;

  private final OkHttpClient http;
  private final String url;
  private final ClientOptions options;

  AgentQueries(OkHttpClient http, String url, ClientOptions options) {
    this.http = http;
    this.url = url;
    this.options = options;
  }

  /** Returns the server's statistics by their groups: {@code raft}, {@code consul} and others. */
  JsonNode statistics() throws IOException {
    try (Response response = get("/v1/agent/self")) {
      check(response);
      return JSON.readTree(response.body().byteStream()).path("Stats");
    }
  }

  /** Counts the records that this server itself has, be it the leader or behind it. */
  long countKeys() throws IOException {
    String prefix = new String(options.keys().escapedPrefix(), StandardCharsets.US_ASCII);
    String datacenter = options.datacenter().map(name -> "&dc=" + name).orElse("");
    try (Response response =
        get("/v1/kv/" + prefix + "?" + options.dialect().listing() + datacenter)) {
      if (response.code() == HttpAnswer.NOT_FOUND && response.header("X-Consul-Index") != null) {
        return 0;
      }
      check(response);
      return countTexts(response.body().byteStream());
    }
  }

  /** Counts the texts of a JSON array while they pass by: a million keys need no memory. */
  static long countTexts(InputStream json) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long quotes = 0;
    boolean escaped = false;
    if (json.read() != '[') {
      throw new IOException("the answer is not a list of keys");
    }
    for (int count = json.read(buffer); count >= 0; count = json.read(buffer)) {
      for (int index = 0; index < count; index++) {
        if (escaped) {
          escaped = false;
        } else if (buffer[index] == '\\') {
          escaped = true;
        } else if (buffer[index] == '"') {
          quotes++;
        }
      }
    }
    return quotes / 2;
  }

  private Response get(String path) throws IOException {
    Request.Builder request = new Request.Builder().url(url + path);
    options.token().ifPresent(token -> request.header("X-Consul-Token", token.secret()));
    return http.newCall(request.build()).execute();
  }

  private static void check(Response response) throws IOException {
    if (response.code() != HttpAnswer.OK) {
      throw new IOException(Failure.of(response.code(), response.body().string()).message());
    }
  }
}
