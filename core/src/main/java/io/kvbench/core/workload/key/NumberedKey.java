package io.kvbench.core.workload.key;

import java.nio.charset.StandardCharsets;

/** The key of a numbered record: compact until it is rendered for sending. */
public record NumberedKey(KeyFormat format, long number) implements RecordKey {

  @Override
  public byte[] toByteArray() {
    return format.render(number);
  }

  @Override
  public String toString() {
    return new String(format.render(number), StandardCharsets.ISO_8859_1);
  }
}
