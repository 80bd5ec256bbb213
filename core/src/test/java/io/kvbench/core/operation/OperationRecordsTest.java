package io.kvbench.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rule that who makes an operation gives each of its components. */
class OperationRecordsTest {
  /** Those with a second constructor, for parts that most of them lack. */
  private static final Set<Class<?>> SHORTENED =
      Set.of(Operation.Range.class, Operation.Transaction.class);

  @ParameterizedTest
  @MethodSource("records")
  void anOperationIsMadeOfAllItsComponents(Class<?> operation) {
    assertThat(operation.getDeclaredConstructors())
        .as(
            "%s has no constructor that leaves out a component: with one, contracts, replays and"
                + " tests would go on to make what they made before",
            operation.getSimpleName())
        .hasSize(SHORTENED.contains(operation) ? 2 : 1);
  }

  private static Stream<Class<?>> records() {
    return records(Operation.class).distinct();
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Stream.of(type.getPermittedSubclasses()).flatMap(OperationRecordsTest::records);
  }
}
