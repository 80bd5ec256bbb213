package io.kvbench.testkit;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The part of the matrix that a build runs. The configuration parameter {@code kvbench.matrix.part}
 * is {@code I/N}: of the tests tagged {@code matrix}, those run whose identifier hashes to part I
 * of N. The parts 1/N to N/N together run each test exactly once; without it all run.
 *
 * <p>Each invocation of a parameterized test is assigned separately.
 */
public final class MatrixPart implements ExecutionCondition {
  private static final String PARAMETER = "kvbench.matrix.part";

  private static final String TAG = "matrix";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String part = context.getConfigurationParameter(PARAMETER).orElse("1/1");
    // Classes and templates contain tests of several parts.
    boolean isTest = context.getUniqueId().contains("-invocation:") || isMethod(context);
    if (!isTest || !context.getTags().contains(TAG)) {
      return ConditionEvaluationResult.enabled("in every build");
    }
    return isIn(part, context.getUniqueId())
        ? ConditionEvaluationResult.enabled("in part " + part)
        : ConditionEvaluationResult.disabled("in another part of the matrix than " + part);
  }

  private static boolean isMethod(ExtensionContext context) {
    return context.getUniqueId().contains("/[method:");
  }

  /**
   * Returns whether a test is in a part.
   *
   * @throws IllegalArgumentException if the part is not {@code I/N} with 1 &lt;= I &lt;= N
   */
  static boolean isIn(String part, String uniqueId) {
    String[] numbers = part.split("/", -1);
    if (numbers.length == 2 && numbers[0].matches("\\d{1,3}") && numbers[1].matches("\\d{1,3}")) {
      int index = Integer.parseInt(numbers[0]);
      int count = Integer.parseInt(numbers[1]);
      if (1 <= index && index <= count) {
        return Math.floorMod(spread(uniqueId), count) == index - 1;
      }
    }
    throw new IllegalArgumentException(
        "matrix.part=%s is not I/N with 1 <= I <= N, such as 2/4".formatted(part));
  }

  /** A multiplicative hash: the low bits of String.hashCode are similar for similar texts. */
  private static int spread(String text) {
    return (text.hashCode() * 0x9E3779B1) >>> 16;
  }
}
