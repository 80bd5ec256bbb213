package io.kvbench.runner.cluster.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.testkit.Mutation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentJsonTest {
  private static final int CASES = Integer.getInteger("kvbench.fuzz.cases", 2_000);
  private static final String LEASE = "0123456789abcdef0123456789abcdef";
  private static final AgentRequest.Recipe RECIPE =
      new AgentRequest.Recipe("store", Map.of("cluster.store.limit", "5"));

  static final List<AgentRequest> ALL =
      List.of(
          new AgentRequest.Prepare(RECIPE, "10.0.0.1", 2, List.of(2379, 2380)),
          new AgentRequest.Start(
              RECIPE,
              List.of(
                  new AgentRequest.Node("10.0.0.1", List.of(1, 65_535), true),
                  new AgentRequest.Node("10.0.0.2", List.of(1), false))),
          new AgentRequest.Status(LEASE),
          new AgentRequest.Change(LEASE, 9, AgentRequest.Action.RESTART),
          new AgentRequest.Log(LEASE, 1, Long.MAX_VALUE),
          new AgentRequest.Size(LEASE, 1),
          new AgentRequest.Stop(LEASE),
          new AgentRequest.Keep(LEASE),
          new AgentRequest.End(LEASE, true));

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void aRequestArrivesAsItWasSent(AgentRequest request) throws IOException {
    assertThat(AgentJson.request(AgentJson.path(request), bytes(AgentJson.write(request))))
        .contains(request);
    assertThat(AgentJson.path(request)).matches("/agent/[a-z]+");
  }

  @Test
  void allRequestsAreTried() {
    assertThat(ALL.stream().map(AgentJson::path).distinct()).hasSize(ALL.size());
    assertThat(ALL).hasSize(2 + AgentRequest.Leased.class.getPermittedSubclasses().length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "[]",
        "\"x\"",
        "{\"lease\":null}",
        "{\"lease\":1}",
        "{\"lease\":\"x\"}",
        "{\"lease\":\"0123456789abcdef0123456789abcdef\",\"more\":1}",
        "{\"lease\":\"0123456789abcdef0123456789abcdef\",\"lease\":\"0123456789abcdef0123456789abcdef\"}",
        "{\"lease\":\"0123456789abcdef0123456789abcdef\"} {}",
        "{\"lease\":\"0123456789ABCDEF0123456789ABCDEF\"}",
        "{'lease':'0123456789abcdef0123456789abcdef'}"
      })
  void whatIsNoRequestIsRefused(String document) {
    assertThatThrownBy(() -> AgentJson.request("/agent/status", bytes(document)))
        .isInstanceOf(IOException.class)
        .hasMessageNotContaining("\n");
  }

  @Test
  void addressesAreThoseOfOneHost() {
    List<String> refused =
        List.of(
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "239.1.1.1",
            "255.255.255.255",
            "10.0.0.256",
            "10.0.0",
            "10.0.0.1.",
            "10.0.0.1\n",
            "localhost",
            "::1",
            "10.0.0.1,x=y",
            "");
    for (String host : refused) {
      assertThatThrownBy(() -> new AgentRequest.Node(host, List.of(1), true))
          .as(host)
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String host : List.of("10.0.0.1", "127.0.0.2", "192.168.255.255", "99.199.209.249")) {
      assertThat(new AgentRequest.Node(host, List.of(1), true).host()).isEqualTo(host);
    }
  }

  /** Any input is a request or an error with a message. */
  @Test
  void mutatedRequestsAreRequestsOrErrors() {
    int accepted = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Mutation mutation = new Mutation(seed);
      AgentRequest request = mutation.of(ALL);
      try {
        if (AgentJson.request(AgentJson.path(request), mutation.bytes(AgentJson.write(request)))
            .isPresent()) {
          accepted++;
        }
      } catch (IOException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
    assertThat(accepted).isBetween(1, CASES * 19 / 20);
  }
}
