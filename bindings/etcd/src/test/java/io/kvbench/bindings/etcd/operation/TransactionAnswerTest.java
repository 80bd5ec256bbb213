package io.kvbench.bindings.etcd.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnResponse;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionAnswerTest {
  private static final List<Operation.Delete> DELETES =
      List.of(new Operation.Delete(Key.of("a")), new Operation.Delete(Key.of("b")));

  private static ResponseOp found(int records) {
    RangeResponse.Builder range = RangeResponse.newBuilder();
    for (int record = 0; record < records; record++) {
      range.addKvs(KeyValue.newBuilder());
    }
    return ResponseOp.newBuilder().setResponseRange(range).build();
  }

  @Test
  void theFirstObstacleIsTheOutcome() throws Exception {
    TxnResponse.Builder refused = TxnResponse.newBuilder().addResponses(found(1));

    assertThat(
            TransactionAnswer.outcome(DELETES, TxnResponse.newBuilder().setSucceeded(true).build()))
        .isEqualTo(Outcome.OK);
    assertThat(TransactionAnswer.outcome(DELETES, refused.clone().addResponses(found(0)).build()))
        .isEqualTo(Outcome.NOT_FOUND);
    assertThat(TransactionAnswer.outcome(DELETES, refused.clone().addResponses(found(1)).build()))
        .isEqualTo(Outcome.CONFLICT);
  }

  @Test
  void anAnswerAboutSomethingElseThanRecordsIsNone() {
    ResponseOp put = ResponseOp.newBuilder().setResponsePut(PutResponse.newBuilder()).build();
    TxnResponse answer = TxnResponse.newBuilder().addResponses(put).addResponses(put).build();

    assertThatThrownBy(() -> TransactionAnswer.outcome(DELETES, answer))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  @Test
  void anAnswerThatLacksRecordsIsNone() {
    TxnResponse answer = TxnResponse.newBuilder().addResponses(found(1)).build();

    assertThatThrownBy(() -> TransactionAnswer.outcome(DELETES, answer))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }
}
