package io.kvbench.bindings.etcd.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.kvbench.core.operation.ErrorKind;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EtcdFailureTest {
  @ParameterizedTest
  @CsvSource({
    "UNAVAILABLE, etcdserver: no leader, UNAVAILABLE",
    "UNAVAILABLE, etcdserver: leader changed, UNAVAILABLE",
    "UNAVAILABLE, etcdserver: request timed out, UNAVAILABLE",
    "UNAVAILABLE, 'etcdserver: request timed out, possibly due to connection lost', UNAVAILABLE",
    "UNAVAILABLE, etcdserver: server stopped, UNAVAILABLE",
    "FAILED_PRECONDITION, etcdserver: not leader, UNAVAILABLE",
    "RESOURCE_EXHAUSTED, etcdserver: too many requests, THROTTLED",
    "RESOURCE_EXHAUSTED, etcdserver: mvcc: database space exceeded, UNAVAILABLE",
    "INVALID_ARGUMENT, etcdserver: request is too large, TOO_LARGE",
    "INVALID_ARGUMENT, etcdserver: too many operations in txn request, TOO_LARGE",
    "INVALID_ARGUMENT, etcdserver: key is not provided, INVALID",
    "INVALID_ARGUMENT, etcdserver: duplicate key given in txn request, INVALID",
    "INVALID_ARGUMENT, etcdserver: user name is empty, UNAUTHORIZED",
    "INVALID_ARGUMENT, 'etcdserver: authentication failed, invalid user', UNAUTHORIZED",
    "PERMISSION_DENIED, etcdserver: permission denied, UNAUTHORIZED",
    "UNAUTHENTICATED, etcdserver: invalid auth token, SESSION_EXPIRED",
    "INVALID_ARGUMENT, etcdserver: revision of auth store is old, SESSION_EXPIRED",
    "DATA_LOSS, etcdserver: corrupt cluster, OTHER",
    "UNAVAILABLE, io exception, CONNECTION_LOST",
    "UNKNOWN, channel closed, CONNECTION_LOST",
    "UNKNOWN, Connection reset by peer, CONNECTION_LOST",
    "UNKNOWN, Broken pipe, CONNECTION_LOST",
    "UNKNOWN, io exception, CONNECTION_LOST",
    "UNKNOWN, Application error processing RPC, OTHER",
    "INTERNAL, http2 exception, CONNECTION_LOST",
    "CANCELLED, RPC cancelled, CONNECTION_LOST",
    "INTERNAL, Received unexpected EOS on empty DATA frame; RST_STREAM, CONNECTION_LOST",
    "DEADLINE_EXCEEDED, late, TIMEOUT",
    "RESOURCE_EXHAUSTED, grpc: received message larger than max (5 vs. 4), TOO_LARGE",
    "RESOURCE_EXHAUSTED, grpc: trying to send message larger than max (5 vs. 4), OTHER",
    "RESOURCE_EXHAUSTED, gRPC message exceeds maximum size 4: 5, OTHER",
    "RESOURCE_EXHAUSTED, RST_STREAM with ENHANCE_YOUR_CALM, CONNECTION_LOST",
    "RESOURCE_EXHAUSTED, 'Bandwidth exhausted; HTTP/2 error code: ENHANCE_YOUR_CALM', CONNECTION_LOST",
    "RESOURCE_EXHAUSTED, too many calls, THROTTLED",
    "UNIMPLEMENTED, unknown service, OTHER",
  })
  void tellsTheKind(Status.Code code, String said, ErrorKind kind) {
    EtcdFailure failure = EtcdFailure.of(code.toStatus().withDescription(said));
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.message()).startsWith(code + ": ");
  }

  @Test
  void tellsWhatTheServerSaid() {
    assertThat(
            EtcdFailure.of(Status.UNAVAILABLE.withDescription("etcdserver: leader changed"))
                .message())
        .isEqualTo("UNAVAILABLE: etcdserver: leader changed");
  }

  @Test
  void saysTheSameForTheSameCause() {
    Status one = Status.RESOURCE_EXHAUSTED.withDescription("message larger than max (12 vs. 3)");
    Status two = Status.RESOURCE_EXHAUSTED.withDescription("message larger than max (4 vs. 3)");
    assertThat(EtcdFailure.of(one)).isEqualTo(EtcdFailure.of(two));
    assertThat(EtcdFailure.of(Status.UNKNOWN.withDescription("x".repeat(5000))).message())
        .hasSizeLessThan(300);
  }

  @Test
  void saysTheSameHoweverAConnectionEnds() {
    Status closed = Status.UNKNOWN.withDescription("channel closed");
    Status cause = Status.UNKNOWN.withCause(new ClosedChannelException());
    assertThat(EtcdFailure.of(cause)).isEqualTo(EtcdFailure.of(closed));
    assertThat(EtcdFailure.of(closed).message())
        .isEqualTo("UNKNOWN: the connection broke or there was none");
  }

  @Test
  void tellsARefusedConnectionFromABrokenOne() {
    Status refused = Status.UNAVAILABLE.withCause(new IOException(new ConnectException("no")));
    assertThat(EtcdFailure.of(refused).message()).contains("refuses connections");
    assertThat(EtcdFailure.of(Status.UNAVAILABLE.withDescription("127.0.0.1:3 gone")).message())
        .isEqualTo("UNAVAILABLE: the connection broke or there was none");
  }
}
