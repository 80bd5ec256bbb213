package io.kvbench.bindings.consul.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The queries of one server whose answers consul-client does not return. */
public final class AgentQueries {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BUFFER_BYTES = 64 * 1024;

  private final OkHttpClient http;
  private final String url;
  private final ConsulClientOptions options;

  AgentQueries(OkHttpClient http, String url, ConsulClientOptions options) {
    this.http = http;
    this.url = url;
    this.options = options;
  }

  /**
   * Returns the server's own state: {@code Config} and, by group, its statistics, {@code Stats}.
   */
  JsonNode self() throws IOException {
    try (Response response = ask(request("/v1/agent/self"))) {
      check(response);
      return JSON.readTree(response.body().byteStream());
    }
  }

  /** Counts the records of this server itself, whether it leads or follows. */
  long countKeys() throws IOException {
    try (Response response = list(options.keys(), options.dialect().listing())) {
      if (isNothing(response)) {
        return 0;
      }
      check(response);
      return countTexts(response.body().byteStream());
    }
  }

  /** Returns all keys with a prefix, as known to the leader. */
  List<String> keys(RecordKeys prefix) throws IOException {
    try (Response response = list(prefix, "keys")) {
      if (isNothing(response)) {
        return List.of();
      }
      check(response);
      return JSON.readerForListOf(String.class).readValue(response.body().byteStream());
    }
  }

  private Response list(RecordKeys prefix, String parameters) throws IOException {
    String path = new String(prefix.escapedPrefix(), StandardCharsets.US_ASCII);
    String datacenter = options.datacenter().map(name -> "&dc=" + name).orElse("");
    return ask(request("/v1/kv/" + path + "?" + parameters + datacenter));
  }

  private static boolean isNothing(Response response) {
    return response.code() == HttpAnswer.NOT_FOUND && response.header("X-Consul-Index") != null;
  }

  /** Deletes keys in one transaction. */
  void delete(List<String> keys) throws IOException {
    ArrayNode operations = JSON.createArrayNode();
    for (String key : keys) {
      operations.addObject().putObject("KV").put("Verb", "delete").put("Key", key);
    }
    String datacenter = options.datacenter().map(name -> "?dc=" + name).orElse("");
    RequestBody body = RequestBody.create(JSON.writeValueAsBytes(operations));
    try (Response response = ask(request("/v1/txn" + datacenter).put(body))) {
      check(response);
    }
  }

  /** Counts the texts of a JSON array in a stream: a million keys need no memory. */
  public static long countTexts(InputStream json) throws IOException {
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

  private Request.Builder request(String path) {
    Request.Builder request = new Request.Builder().url(url + path);
    options.token().ifPresent(token -> request.header("X-Consul-Token", token.secret()));
    return request;
  }

  private Response ask(Request.Builder request) throws IOException {
    return http.newCall(request.build()).execute();
  }

  private static void check(Response response) throws IOException {
    if (response.code() != HttpAnswer.OK) {
      throw new IOException(ConsulFailure.of(response.code(), response.body().string()).message());
    }
  }
}
