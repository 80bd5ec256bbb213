package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.core.setting.Assignments;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.testkit.http.ApiClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the served files of the page, and of what they must not contain. */
class PageFileTest {
  private static final String STRICT =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'"
          + " data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

  /** Calls that would interpret a text of the service as markup or script. */
  private static final Pattern UNSAFE =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|srcdoc|DOMParser|eval\\(|Function\\(");

  @TempDir private Path directory;

  private static void assertPolicy(HttpResponse<String> answer, String policy) {
    assertThat(answer.statusCode()).as(answer.uri().toString()).isEqualTo(200);
    assertThat(answer.headers().allValues("Content-Security-Policy")).containsExactly(policy);
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.headers().firstValue("Cross-Origin-Resource-Policy")).contains("same-origin");
    assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html",
    "/page/page.html, text/html",
    "/page/page.css, text/css",
    "/page/page.js, text/javascript",
    "/page/requests.js, text/javascript",
    "/page/form.js, text/javascript",
    "/page/live.js, text/javascript",
    "/page/charts.js, text/javascript"
  })
  void filesHaveAStrictPolicyAndNothingInline(String path, String type) throws Exception {
    try (ApiClient client = LoopbackServices.open(directory)) {
      HttpResponse<String> answer = client.get(path);
      assertPolicy(answer, STRICT);
      assertThat(answer.headers().firstValue("Content-Type")).contains(type + "; charset=utf-8");
      assertThat(answer.body())
          .hasSizeGreaterThan(1_000)
          .doesNotContain("<script>", "<style", "style=", "http://127", "https://")
          .doesNotContainPattern(" on[a-z]+=")
          .doesNotContainPattern(UNSAFE);
    }
  }

  @Test
  void theFrameOfAReportHasThePolicyOfAReport() throws Exception {
    try (ApiClient client = LoopbackServices.open(directory)) {
      assertPolicy(client.get("/page/report.html"), Reply.REPORT_POLICY);
      assertThat(Reply.REPORT_POLICY)
          .contains("default-src 'none'", "sandbox allow-scripts", "frame-ancestors 'none'")
          .doesNotContain("allow-same-origin", "connect-src");
      assertThat(client.send(client.request("/").POST(BodyPublishers.noBody())).statusCode())
          .isEqualTo(405);
      assertThat(client.get("/", "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
      assertThat(client.raw("GET / HTTP/1.1\r\nHost: attacker.example\r\n\r\n")).contains(" 403 ");
    }
  }

  @Test
  void withATokenThePageIsServedWithoutItAndNothingElse() throws Exception {
    Path file = directory.resolve("token");
    Files.writeString(file, "0123456789abcdef0123\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Optional<BearerToken> token = Optional.of(BearerToken.read(file));
    try (ApiClient client =
        LoopbackServices.open(directory.resolve("service"), token, new Assignments())) {
      assertPolicy(client.get("/"), STRICT);
      assertPolicy(client.get("/page/page.js"), STRICT);
      for (String path : List.of("/v1/catalog", "/page", "/v1/runs", "//page/page.js")) {
        assertThat(client.get(path).statusCode()).as(path).isEqualTo(401);
      }
    }
  }

  @Test
  void theCatalogHasWhatTheFormNeeds() throws Exception {
    try (ApiClient client = LoopbackServices.open(directory)) {
      JsonNode catalog = client.json("/v1/catalog");
      assertThat(catalog.path("workloadDescriptions").path("workloada").asText())
          .isEqualTo("YCSB's workload A: 50 % reads, 50 % updates.");
      assertThat(catalog.path("workloadDescriptions").path("counter").asText())
          .as("a description of two lines")
          .endsWith("until the write succeeds.");
      assertThat(catalog.path("inProcess"))
          .extracting(JsonNode::asText)
          .contains("memory")
          .doesNotContain("etcd");
      assertThat(catalog.path("properties"))
          .filteredOn(each -> each.path("name").asText().equals("arrivals"))
          .singleElement()
          .satisfies(
              each ->
                  assertThat(each.path("choices"))
                      .extracting(JsonNode::asText)
                      .contains("constant", "poisson"));
    }
  }
}
