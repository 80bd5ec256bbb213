package io.kvbench.runner.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentCountTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 1 | HERE | 1",
        "1000 | 1000 | HERE | 1000",
        "external:4 | 4 | EXTERNAL | external:4",
        "kubernetes:3 | 3 | KUBERNETES | kubernetes:3",
        "ssh:load1 | 1 | SSH | ssh:load1",
        "load1,load2 | 2 | SSH | ssh:load1,load2",
        "user@load1 | 1 | SSH | ssh:user@load1",
        "ssh:10.0.0.5,a-b.example.org | 2 | SSH | ssh:10.0.0.5,a-b.example.org",
      })
  void agentsAreNumbersOrHosts(String text, int count, AgentCount.Start start, String shown) {
    AgentCount agents = AgentCount.parse(text);

    assertThat(agents.count()).isEqualTo(count);
    assertThat(agents.start()).isEqualTo(start);
    assertThat(agents).hasToString(shown);
    assertThat(AgentCount.parse(agents.toString())).isEqualTo(agents);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "1001",
        "-1",
        "2.5",
        "load1",
        "external:",
        "kubernetes",
        "kubernetes:load1",
        "ssh:",
        "ssh:5",
        "load1,",
        ",load1",
        "1,2",
        "-oProxyCommand=x,load1",
        "a b,c",
        "a;b,c",
        "@load1",
        "user@",
        "load1,$(id)"
      })
  void everythingElseIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> AgentCount.parse(text));
  }
}
