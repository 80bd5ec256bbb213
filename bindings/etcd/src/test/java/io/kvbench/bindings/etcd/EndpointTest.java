package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {
  @ParameterizedTest
  @CsvSource({
    "localhost, NONE, localhost:2379",
    "etcd-1.example.org:1234, NONE, etcd-1.example.org:1234",
    "http://10.0.0.1:2379, HTTP, 10.0.0.1:2379",
    "HTTPS://10.0.0.1:2379/, HTTPS, 10.0.0.1:2379",
    "[::1]:2380, NONE, [::1]:2380",
    "https://[fe80::1], HTTPS, [fe80::1]:2379",
  })
  void reads(String text, Endpoint.Scheme scheme, String shown) throws Exception {
    Endpoint endpoint = Endpoint.parseAll(List.of(text)).getFirst();
    assertThat(endpoint.scheme()).isEqualTo(scheme);
    assertThat(endpoint).hasToString(shown);
  }

  @Test
  void namesAllThatAreNone() {
    List<String> bad = List.of("a:0", "b:70000", "c d", "::1", "ftp://e", "ok:1");
    assertThatThrownBy(() -> Endpoint.parseAll(bad))
        .isInstanceOf(BindingException.class)
        .hasMessageContainingAll("'a:0'", "'b:70000'", "'c d'", "'::1'", "'ftp://e'")
        .hasMessageNotContaining("ok:1");
  }

  @Test
  void wantsAtLeastOne() {
    assertThatThrownBy(() -> Endpoint.parseAll(List.of()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("endpoints=");
  }

  @Test
  void beginsEachConnectionAtAnotherEndpoint() throws Exception {
    List<Endpoint> all = Endpoint.parseAll(List.of("a:1", "b:2", "c:3"));
    assertThat(EndpointSource.rotated(all, 4).find())
        .extracting(Endpoint::host)
        .containsExactly("b", "c", "a");
    assertThat(EndpointSource.rotated(all, 0).find()).isEqualTo(all);
  }

  @Test
  void isNamedByATargetAsItIs() throws Exception {
    List<Endpoint> endpoints = Endpoint.parseAll(List.of("a:1", "[::1]:2", "[fe80::1%eth0]:3"));
    URI target = URI.create(EndpointResolverProvider.target(endpoints));
    assertThat(target.getPath()).isEqualTo("/a:1,[::1]:2,[fe80::1%eth0]:3");
  }
}
