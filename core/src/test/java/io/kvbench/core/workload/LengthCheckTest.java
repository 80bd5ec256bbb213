package io.kvbench.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.workload.check.LengthCheck;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the lengths of values that belong to a workload. */
class LengthCheckTest {
  private static final Key KEY = new NumberedKey(new KeyFormat("user", 1, false), 1);
  private static final Operation READ = new Operation.Read(KEY, ReadConsistency.DEFAULT);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "valuesize=100 | 100 | 100",
        "fieldcount=3,fieldlength=7 | 21 | 21",
        "fieldcount=3,fieldlength=7,minfieldlength=2,fieldlengthdistribution=uniform | 6 | 21",
        "fieldcount=3,fieldlength=7,minfieldlength=2,fieldlengthdistribution=zipfian | 6 | 21",
      })
  void lengthsThatTheWorkloadWrites(String settings, int min, int max) {
    Workload workload = WorkloadFixtures.workload("recordcount=10\n" + settings.replace(',', '\n'));
    ValueCheck.SentOperation read = workload.lengthCheck().follow().send(READ);

    for (int right : new int[] {min, max}) {
      assertThat(read.objection(ByteBuffer.allocate(right))).isEmpty();
    }
    for (int wrong : new int[] {0, min - 1, max + 1}) {
      assertThat(read.objection(ByteBuffer.allocate(wrong))).contains(LengthCheck.WRONG);
    }
  }

  @Test
  void anotherFollowerIsToldOfTheSame() {
    List<Object> told = new ArrayList<>();
    ValueCheck other =
        () ->
            operation -> {
              told.add(operation);
              return new ValueCheck.SentOperation() {
                @Override
                public Optional<String> objection(ByteBuffer value) {
                  return Optional.empty();
                }

                @Override
                public void ended(Status status) {
                  told.add(status);
                }
              };
            };
    ValueCheck.SentOperation read = new LengthCheck(1, 1).with(other).follow().send(READ);

    assertThat(read.objection(ByteBuffer.allocate(2))).contains(LengthCheck.WRONG);
    read.ended(ErrorKind.WRONG_VALUE);
    assertThat(told).containsExactly(READ, ErrorKind.WRONG_VALUE);
  }
}
