package io.kvbench.bindings.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointFormTest {
  private static final EndpointForm PLAIN = new EndpointForm("Pocket", 2181, Set.of(), ".");
  private static final EndpointForm URLS =
      new EndpointForm("Pocket", 2379, Set.of("http", "https"), ".");
  private static final EndpointForm PORTS =
      new EndpointForm("Pocket", 0, Set.of("http"), ". There is no usual port.");

  @ParameterizedTest
  @CsvSource({
    "localhost, localhost, 2181",
    "db-1.example.org:2182, db-1.example.org, 2182",
    "' 127.0.0.1:65535 ', 127.0.0.1, 65535",
    "[::1]:2183, ::1, 2183",
    "[fe80::1%eth0], fe80::1%eth0, 2181",
  })
  void readsHostAndPort(String text, String host, int port) throws Exception {
    assertThat(PLAIN.parseAll(List.of(text))).containsExactly(new Endpoint(host, port));
  }

  @ParameterizedTest
  @CsvSource({
    "http://10.0.0.1:2379, 10.0.0.1:2379",
    "HTTPS://10.0.0.1:2380/, 10.0.0.1:2380",
    "a/, a:2379",
    "https://[fe80::1], [fe80::1]:2379",
  })
  void readsSchemesWhereTheyAreAllowed(String text, String shown) throws Exception {
    assertThat(URLS.parseAll(List.of(text)).getFirst()).hasToString(shown);
    assertThat(PLAIN.parse(text)).isEmpty();
  }

  @Test
  void wantsAPortWhereNoneIsUsual() {
    assertThat(PORTS.parse("http://a:1")).contains(new Endpoint("a", 1));
    assertThat(PORTS.parse("a")).isEmpty();
    assertThat(PORTS.parse("https://a:1")).isEmpty();
  }

  @Test
  void writesWhatItReads() throws Exception {
    List<String> texts = List.of("[::1]:2183", "a.b:1");
    assertThat(PLAIN.parseAll(texts)).extracting(Endpoint::toString).isEqualTo(texts);
  }

  @Test
  void namesAllThatAreBad() {
    List<String> texts =
        List.of("good:1", "a:b", "::1", "host:0", "host:70000", "", "a/b", "c d", "ftp://e", "f");
    assertThatThrownBy(() -> PORTS.parseAll(texts))
        .isInstanceOf(BindingException.class)
        .hasMessage(
            "not an endpoint of Pocket: 'a:b', '::1', 'host:0', 'host:70000', '', 'a/b', 'c d',"
                + " 'ftp://e', 'f'; write host:port, or [IPv6 address]:port, with ports from 1 to"
                + " 65535. There is no usual port.");
  }

  @Test
  void wantsAtLeastOne() {
    assertThatThrownBy(() -> PLAIN.parseAll(List.of()))
        .isInstanceOf(BindingException.class)
        .hasMessage("no endpoint of Pocket was given; set endpoints=host:port.");
  }
}
