package io.kvbench.bindings.support.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventLoopsTest {
  @Test
  void areNamedDaemonsUntilTheyEnd() throws Exception {
    EventLoops loops = EventLoops.start("pocket", 2);
    Thread thread = loops.group().submit(Thread::currentThread).get();
    assertThat(thread.getName()).startsWith("pocket-");
    assertThat(thread.isDaemon()).isTrue();
    loops.end();
    assertThat(loops.group().isTerminated()).isTrue();
  }
}
