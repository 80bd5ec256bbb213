package io.kvbench.bindings.zookeeper.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.Answer;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;

class SyncedReadTest {
  private final SyncedRead read = new SyncedRead(new Answer());

  @Test
  void hasTheReadsResultAfterASync() {
    read.synced(Code.OK.intValue());
    assertThat(read.resultOf(Code.OK.intValue())).isEqualTo(Code.OK.intValue());
    assertThat(read.resultOf(Code.NONODE.intValue())).isEqualTo(Code.NONODE.intValue());
  }

  @Test
  void failsWithItsSync() {
    read.synced(Code.CONNECTIONLOSS.intValue());
    assertThat(read.resultOf(Code.OK.intValue())).isEqualTo(Code.CONNECTIONLOSS.intValue());
  }
}
