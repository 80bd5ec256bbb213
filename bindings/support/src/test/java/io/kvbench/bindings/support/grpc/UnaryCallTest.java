package io.kvbench.bindings.support.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnaryCallTest {
  private final List<String> ends = new ArrayList<>();

  private final class Recorded extends UnaryCall<String> {
    @Override
    protected void answered(String message) {
      ends.add(message);
    }

    @Override
    protected void failed(Status status) {
      ends.add(status.getCode() + ": " + status.getDescription());
    }
  }

  @Test
  void endsOnceByAnAnswerOrAFailure() {
    UnaryCall<String> answered = new Recorded();
    answered.onMessage("answer");
    assertThat(ends).isEmpty();
    answered.onClose(Status.OK, new Metadata());
    new Recorded().onClose(Status.OK, new Metadata());
    UnaryCall<String> failed = new Recorded();
    failed.onMessage("answer");
    failed.onClose(Status.ABORTED.withDescription("lost"), new Metadata());
    assertThat(ends)
        .containsExactly("answer", "INTERNAL: the server sent an empty answer", "ABORTED: lost");
  }
}
