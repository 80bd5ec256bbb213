package io.kvbench.runner.app.supply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A database of vulnerabilities in the format of OSV. */
sealed interface Advisories {
  /**
   * Returns those that some of the libraries have.
   *
   * @throws IOException if the database cannot be read or does not answer as OSV does
   */
  List<Advisory> of(List<Bundled> libraries) throws IOException;

  /** A file that OSV publishes for one registry: a ZIP file with a JSON file for each. */
  record InFile(Path file) implements Advisories {
    @Override
    public List<Advisory> of(List<Bundled> libraries) throws IOException {
      ObjectMapper mapper = new ObjectMapper();
      List<Advisory> found = new ArrayList<>();
      int read = 0;
      try (ZipFile zip = new ZipFile(file.toFile())) {
        for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
          ZipEntry entry = all.nextElement();
          if (entry.getName().endsWith(".json")) {
            try (InputStream in = zip.getInputStream(entry)) {
              Advisory advisory = new Advisory(mapper.readTree(in));
              read++;
              if (libraries.stream().anyMatch(advisory::affects)) {
                found.add(advisory);
              }
            }
          }
        }
      }
      if (read == 0) {
        throw new IOException(file + " has no vulnerabilities at all");
      }
      return found;
    }
  }

  /** The OSV service, or another with the same interface. */
  record Service(URI base) implements Advisories {
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    @Override
    public List<Advisory> of(List<Bundled> libraries) throws IOException {
      ObjectMapper mapper = new ObjectMapper();
      try (HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build()) {
        String body = mapper.writeValueAsString(question(mapper, libraries));
        JsonNode results =
            answer(client, mapper, request("v1/querybatch").POST(text(body))).path("results");
        List<Advisory> found = new ArrayList<>();
        for (String id : ids(results)) {
          found.add(new Advisory(answer(client, mapper, request("v1/vulns/" + id).GET())));
        }
        return found;
      }
    }

    private static ObjectNode question(ObjectMapper mapper, List<Bundled> libraries) {
      ObjectNode question = mapper.createObjectNode();
      ArrayNode queries = question.putArray("queries");
      for (Bundled each : libraries) {
        if (!each.version().isEmpty() && !each.ecosystem().isEmpty()) {
          ObjectNode query = queries.addObject();
          query.put("version", each.version());
          query.putObject("package").put("ecosystem", each.ecosystem()).put("name", each.name());
        }
      }
      return question;
    }

    private static Set<String> ids(JsonNode results) throws IOException {
      if (!results.isArray()) {
        throw new IOException("it does not answer as OSV does");
      }
      Set<String> ids = new TreeSet<>();
      for (JsonNode result : results) {
        if (result.hasNonNull("next_page_token")) {
          throw new IOException("its answer has more pages than this check reads");
        }
        result.path("vulns").forEach(each -> ids.add(each.path("id").asText()));
      }
      return ids;
    }

    private HttpRequest.Builder request(String path) {
      return HttpRequest.newBuilder(base.resolve(path)).timeout(ANSWER);
    }

    private static HttpRequest.BodyPublisher text(String body) {
      return HttpRequest.BodyPublishers.ofString(body);
    }

    private static JsonNode answer(
        HttpClient client, ObjectMapper mapper, HttpRequest.Builder request) throws IOException {
      try {
        HttpResponse<byte[]> answer =
            client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
          throw new IOException("it answers with status " + answer.statusCode());
        }
        return mapper.readTree(answer.body());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException();
      }
    }
  }
}
