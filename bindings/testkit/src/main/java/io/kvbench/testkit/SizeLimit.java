package io.kvbench.testkit;

/**
 * Up to where values are taken.
 *
 * @param largest the largest value in bytes that is taken under a key of {@value Keys#LENGTH} bytes
 * @param refused a size that is over the limit for certain
 */
public record SizeLimit(int largest, int refused) {

  /** A limit that is known to the byte. */
  public static SizeLimit exactly(int largest) {
    return new SizeLimit(largest, largest + 1);
  }
}
