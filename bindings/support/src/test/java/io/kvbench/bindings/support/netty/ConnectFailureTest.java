package io.kvbench.bindings.support.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.netty.channel.ConnectTimeoutException;
import java.net.BindException;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import org.junit.jupiter.api.Test;

class ConnectFailureTest {
  @Test
  void aMachineWithoutPortsIsNoFaultOfTheServer() {
    for (Exception cause :
        new Exception[] {
          new ConnectException(
              "connect(..) failed with error(-99): Cannot assign requested address: /10.0.0.1:2379"),
          new ConnectException("connect(..) failed with error(-99): Adresse nicht verfügbar"),
          new BindException("Cannot assign requested address")
        }) {
      ConnectFailure failure = ConnectFailure.of(cause);
      assertThat(failure.kind()).isEqualTo(ErrorKind.OTHER);
      assertThat(failure.message()).contains("no free port").contains("TIME_WAIT");
    }
  }

  @Test
  void theSameCauseHasTheSameWords() {
    assertThat(ConnectFailure.of(new ConnectException("Connection refused: /127.0.0.1:1")))
        .isEqualTo(ConnectFailure.of(new ConnectException("Connection refused: /127.0.0.1:2")))
        .isEqualTo(new ConnectFailure(ErrorKind.CONNECTION_LOST, "the server refuses connections"));
    assertThat(ConnectFailure.of(new ConnectTimeoutException("after 3000 ms")).kind())
        .isEqualTo(ErrorKind.TIMEOUT);
    assertThat(ConnectFailure.of(new UnresolvedAddressException()).message())
        .isEqualTo("the server's host is unknown");
    assertThat(ConnectFailure.of(new java.net.SocketException("Too many open files")).kind())
        .isEqualTo(ErrorKind.OTHER);
  }
}
