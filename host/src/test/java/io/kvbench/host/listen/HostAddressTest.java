package io.kvbench.host.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostAddressTest {
  @ParameterizedTest
  @CsvSource({
    "node1,node1,9560,false",
    "node1.example:80,node1.example,80,false",
    "10.0.0.1:1,10.0.0.1,1,false",
    "[::1]:5,::1,5,true",
    "[fe80::1%eth0],fe80::1%eth0,9560,false",
    "localhost,localhost,9560,true",
    "127.0.3.4:0,127.0.3.4,0,true",
    "0.0.0.0:9560,0.0.0.0,9560,false",
    "127.evil.example:9560,127.evil.example,9560,false"
  })
  void isReadAsWritten(String text, String host, int port, boolean loopback) {
    HostAddress address = HostAddress.parse(text);
    assertThat(address).isEqualTo(new HostAddress(host, port));
    assertThat(address.isLoopback()).isEqualTo(loopback);
    assertThat(HostAddress.parse(address.toString())).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1", "a:", "a:x", "a:65536", "::1", "a b", "a/b:1", "http://a:1"})
  void whatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> HostAddress.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPortIsOne() {
    assertThatThrownBy(() -> new HostAddress("a", -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
