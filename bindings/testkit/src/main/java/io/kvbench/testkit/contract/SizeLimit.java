package io.kvbench.testkit.contract;

/**
 * The limit on the size of values.
 *
 * @param largest the largest value in bytes that is accepted under a key of {@value Keys#LENGTH}
 *     bytes
 * @param refused a size that is certainly over the limit
 */
public record SizeLimit(int largest, int refused) {

  /** A limit known to the byte. */
  public static SizeLimit exactly(int largest) {
    return new SizeLimit(largest, largest + 1);
  }
}
