package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PortBlockTest {
  @Test
  void aPortIsNotHandedOutAgainWhileItsServerMayBeStarting() throws Exception {
    PortBlock block = PortBlock.take();

    List<Integer> ports = new ArrayList<>();
    for (int call = 0; call < 15; call++) {
      ports.addAll(block.free(10));
    }

    assertThat(ports).hasSize(150).doesNotHaveDuplicates();
  }

  @Test
  void blocksDoNotOverlap() throws Exception {
    List<Integer> one = PortBlock.take().free(150);
    List<Integer> other = PortBlock.take().free(150);

    assertThat(one).doesNotContainAnyElementsOf(other);
  }

  @Test
  void aPortInUseIsPassedOver() throws Exception {
    PortBlock block = PortBlock.take();
    int taken = block.free(1).getFirst();
    try (ServerSocket server = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
      for (int call = 0; call < 30; call++) {
        assertThat(block.free(10)).doesNotContain(server.getLocalPort());
      }
    }
  }
}
