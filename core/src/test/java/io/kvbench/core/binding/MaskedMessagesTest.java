package io.kvbench.core.binding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the masking of credentials, which client libraries repeat in their messages. */
class MaskedMessagesTest {
  private static final String SAID = "cannot connect to https://user:geheim@host:2379";
  private static final String SHOWN = "cannot connect to https://user:********@host:2379";

  @Test
  void ofBindings() {
    assertThat(new BindingException(SAID)).hasMessage(SHOWN);
    assertThat(new BindingException(SAID, new IllegalStateException())).hasMessage(SHOWN);
  }

  @Test
  void ofServers() {
    assertThat(ServerState.silent("host", SAID).problem()).contains(SHOWN);
  }
}
