package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.kvbench.core.operation.ErrorKind;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DEngineFailureTest {

  @ParameterizedTest
  @CsvSource({
    "FAILED_PRECONDITION, Not leader, UNAVAILABLE",
    "UNAVAILABLE, Service is not ready, UNAVAILABLE",
    "UNAVAILABLE, io exception, CONNECTION_LOST",
    "INTERNAL, Command channel closed, UNAVAILABLE",
    "INTERNAL, RST_STREAM closed stream, CONNECTION_LOST",
    "INTERNAL, out of luck, OTHER",
    "CANCELLED, Timeout expired, TIMEOUT",
    "CANCELLED, the call was ended, CONNECTION_LOST",
    "DEADLINE_EXCEEDED, RPC timeout exceeded, TIMEOUT",
    "RESOURCE_EXHAUSTED, Too many pending write requests, THROTTLED",
    "RESOURCE_EXHAUSTED, Abrupt GOAWAY closed sent stream: too_many_resets, CONNECTION_LOST",
    "OUT_OF_RANGE, decoded message length too large, TOO_LARGE",
    "INVALID_ARGUMENT, no operation, INVALID",
    "UNKNOWN, channel closed, CONNECTION_LOST",
    "UNKNOWN, something else, OTHER",
  })
  void statusesHaveKinds(Status.Code code, String said, ErrorKind kind) {
    assertThat(DEngineFailure.of(code.toStatus().withDescription(said)).kind()).isEqualTo(kind);
  }

  @Test
  void wordsAreTheSameForTheSameCause() {
    Status status = Status.OUT_OF_RANGE.withDescription("found 4194400 bytes, limit is 4194304");
    assertThat(DEngineFailure.of(status).message())
        .isEqualTo("OUT_OF_RANGE: found # bytes, limit is #");
    Status refused =
        Status.UNAVAILABLE.withCause(new ConnectException("127.0.0.1:4242 refused, at last"));
    assertThat(DEngineFailure.of(refused).message())
        .isEqualTo("UNAVAILABLE: the server refuses connections");
    Status ended = Status.UNAVAILABLE.withDescription("Abrupt GOAWAY closed sent stream");
    assertThat(DEngineFailure.of(ended).message())
        .isEqualTo("UNAVAILABLE: the server ended the connection");
  }

  /** gRPC reports an answer that it cannot parse as a call that it cancelled. */
  @Test
  void anAnswerThatIsNoMessageIsGarbled() {
    Status status =
        Status.CANCELLED
            .withDescription("Failed to read message.")
            .withCause(
                Status.INTERNAL
                    .withCause(new InvalidProtocolBufferException("truncated"))
                    .asRuntimeException());
    assertThat(DEngineFailure.of(status)).isEqualTo(DEngineFailure.GARBLED);
    assertThat(DEngineFailure.isGarbled(Status.CANCELLED)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "4001, UNAVAILABLE",
    "4006, UNAVAILABLE",
    "4004, THROTTLED",
    "4003, INVALID",
    "3001, OTHER"
  })
  void errorsInAnswersHaveKinds(int code, ErrorKind kind) {
    assertThat(DEngineFailure.of(code).kind()).isEqualTo(kind);
    assertThat(DEngineFailure.of(code).message()).contains("d-engine's error " + code);
  }
}
