package io.kvbench.core.workload;

import io.kvbench.core.operation.Key;
import java.nio.charset.StandardCharsets;

/** The key of a record that has a number: small while it waits, written out when it is sent. */
record NumberedKey(KeyFormat format, long number) implements Key {

  @Override
  public byte[] toByteArray() {
    return format.render(number);
  }

  @Override
  public String toString() {
    return new String(format.render(number), StandardCharsets.ISO_8859_1);
  }
}
