package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "user:geheim@host:2181 | user:********@host:2181",
        "a:1,user:geheim@b:2,me:too@c:3 | a:1,user:********@b:2,me:********@c:3",
        "https://user:geheim@host:2379/v3 | https://user:********@host:2379/v3",
        "https://user:geheim@host, me:geheim@[::1]:2379 | https://user:********@host, me:********@[::1]:2379",
        "https://geheim@host | https://********@host",
        "user:geheim@10.0.0.1:2379 | user:********@10.0.0.1:2379",
        "'user:geheim@host:1' is not host:port | 'user:********@host:1' is not host:port",
        "user:geheim@5s:2181,user:geheim@5s.example.com:1 | user:********@5s:2181,user:********@5s.example.com:1",
        "endpoints=user:geheim@host:1 is bad | endpoints=user:********@host:1 is bad",
      })
  void passwordsOfUsersAreMasked(String text, String masked) {
    assertThat(Secrets.mask(text)).isEqualTo(masked);
    assertThat(Secrets.maskFlags(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--quota-backend-bytes=9 --root-password=geheim -x | --quota-backend-bytes=9"
            + " --root-password=******** -x",
        "-encrypt geheim= -ui | -encrypt ******** -ui",
        "-encrypt=geheim | -encrypt=********",
        "--auth-token simple | --auth-token ********",
        "-hcl 'tokens { initial_management = \"geheim\" }' | -hcl 'tokens { initial_management ="
            + " \"********\" }'",
        "-Dsuper.superDigest=super:geheim | -Dsuper.superDigest=********",
        "--api_key: geheim; | --api_key: ********;",
      })
  void secretsInFlagsAreMasked(String flags, String masked) {
    assertThat(Secrets.maskFlags(flags)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "host:2181,host2:2181",
        "--password-file=/etc/pw --key-file key.pem",
        "--heartbeat-interval=100 --snapshot-count=10000",
        "http://host/a@b",
        "mail me@example.org",
        "INSERT.response.p99<20ms,errors<0.1%",
        "kill:leader@10s,restart:killed@20.5s or ACTION:TARGET@TIME",
        "fault=kill:store-9@5s: there is no such server. See kill:store-9@5s.",
        "fault=kill:leader@20: a time needs a unit, such as 20s.",
        "fault=kill:leader@20/for=6s,cut:node-1@soon,pause:leader@1:30,stop:leader@+5s",
        "write@host: read user:name@host",
        "http://host:80/a@b",
        "quay.io/coreos/store:v3@sha256:0123abcd",
      })
  void everythingElseIsShown(String text) {
    assertThat(Secrets.maskFlags(text)).isEqualTo(text);
  }

  @Test
  void aLongTextTakesNoTime() {
    String text = "@" + "a:".repeat(20_000) + "token".repeat(20_000);

    assertThat(Secrets.maskFlags(text)).isNotEmpty();
  }
}
