package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {
  @ParameterizedTest
  @CsvSource({
    "localhost, localhost, 2181",
    "db-1.example.org:2182, db-1.example.org, 2182",
    "127.0.0.1:65535, 127.0.0.1, 65535",
    "[::1]:2183, ::1, 2183",
    "[fe80::1%eth0], fe80::1%eth0, 2181",
  })
  void readsHostAndPort(String text, String host, int port) throws BindingException {
    assertThat(Endpoint.parseAll(List.of(text), Dialect.ZOOKEEPER))
        .containsExactly(new Endpoint(host, port));
  }

  @Test
  void writesWhatItReads() throws BindingException {
    List<String> texts = List.of("[::1]:2183", "a.b:1");
    assertThat(Endpoint.parseAll(texts, Dialect.ZOOKEEPER))
        .extracting(Endpoint::toString)
        .isEqualTo(texts);
  }

  @Test
  void namesAllThatAreBad() {
    assertThatThrownBy(
            () ->
                Endpoint.parseAll(
                    List.of("good:1", "a:b", "::1", "host:0", "host:70000", "", "a/b", "http://x"),
                    Dialect.ZOOKEEPER))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("'a:b', '::1', 'host:0', 'host:70000', '', 'a/b', 'http://x'")
        .hasMessageNotContaining("good");
  }

  @Test
  void wantsAtLeastOne() {
    assertThatThrownBy(() -> Endpoint.parseAll(List.of(), Dialect.ZOOKEEPER))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("endpoints=");
  }
}
