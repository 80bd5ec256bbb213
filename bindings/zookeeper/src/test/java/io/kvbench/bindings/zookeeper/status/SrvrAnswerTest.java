package io.kvbench.bindings.zookeeper.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SrvrAnswerTest {
  private static final String ANSWER =
      """
      Zookeeper version: 3.9.5-f94ad57ff22b6ef6a8d39b0ad1d3aba1c4ba6eb4, built on 2026-01-01 00:00 UTC
      Latency min/avg/max: 0/0.5/12
      Received: 12
      Sent: 11
      Connections: 1
      Outstanding: 0
      Zxid: %s
      Mode: %s
      Node count: 7
      """;

  @Test
  void readsWhatAServerSays() {
    SrvrAnswer facts = SrvrAnswer.of(ANSWER.formatted("0x30000002a", "leader"));

    assertThat(facts.version()).hasValue("3.9.5");
    assertThat(facts.leads()).isTrue();
    assertThat(facts.term()).hasValue(3);
    assertThat(facts.details().toString()).isEqualTo("{mode=leader, zxid=0x30000002a}");
    assertThat(facts.problem()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0x0, follower, 0",
    "0xffffffff, follower, 0",
    "0x100000000, observer, 1",
    "0xffffffff00000000, follower, 4294967295"
  })
  void theTermIsTheUpperHalf(String zxid, String mode, long term) {
    SrvrAnswer facts = SrvrAnswer.of(ANSWER.formatted(zxid, mode));

    assertThat(facts.term()).hasValue(term);
    assertThat(facts.leads()).isFalse();
  }

  @Test
  void aServerAloneHasNoTerm() {
    assertThat(SrvrAnswer.of(ANSWER.formatted("0x12", "standalone")).term()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "srvr is not executed because it is not in the whitelist., 4lw.commands.whitelist",
    "This ZooKeeper instance is not currently serving requests, no quorum",
    "'', does not answer srvr"
  })
  void saysWhyItKnowsNothing(String answer, String why) {
    SrvrAnswer facts = SrvrAnswer.of(answer);

    assertThat(facts.problem()).hasValueSatisfying(said -> assertThat(said).contains(why));
    assertThat(facts.version()).isEmpty();
    assertThat(facts.term()).isEmpty();
    assertThat(facts.details()).isEmpty();
  }
}
