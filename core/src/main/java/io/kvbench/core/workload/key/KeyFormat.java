package io.kvbench.core.workload.key;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.sample.Fnv;
import io.kvbench.core.workload.setting.InsertOrder;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The format of record numbers as keys. Immutable.
 *
 * @param prefix the prefix of every key; ISO 8859-1
 * @param minDigits the min number of digits, padded with zeros; longer numbers keep all digits,
 *     since truncation would merge records
 * @param hashed whether the number's hash is written instead of the number
 */
public record KeyFormat(String prefix, int minDigits, boolean hashed) {

  /** Parses the settings of keys; {@code largest} is the highest record number of the workload. */
  public static KeyFormat from(Settings settings, long largest, Problems problems) {
    return settings
        .find(WorkloadSettings.KEY_SIZE)
        .map(size -> exactly(size, largest, settings, problems))
        .orElseGet(() -> prefixed(settings, problems));
  }

  private static KeyFormat exactly(int size, long largest, Settings settings, Problems problems) {
    int needed = Long.toString(largest).length();
    if (needed > size) {
      problems.add(
          settings.whereIs(WorkloadSettings.KEY_SIZE),
          "keysize=%s is too small: the largest key number, %s, has %s digits."
              .formatted(size, largest, needed));
    }
    return new KeyFormat("", size, false);
  }

  private static KeyFormat prefixed(Settings settings, Problems problems) {
    String prefix = settings.get(WorkloadSettings.KEY_PREFIX);
    if (!StandardCharsets.ISO_8859_1.newEncoder().canEncode(prefix)) {
      problems.add(
          settings.whereIs(WorkloadSettings.KEY_PREFIX),
          "keyprefix=" + prefix + " has characters beyond one byte.");
    }
    return new KeyFormat(
        prefix,
        settings.get(WorkloadSettings.ZERO_PADDING),
        settings.get(WorkloadSettings.INSERT_ORDER) == InsertOrder.HASHED);
  }

  /** Returns the size of the keys of all numbers up to {@code largest}, if it is constant. */
  public OptionalInt bytes(long largest) {
    return !hashed && Decimal.digits(largest) <= minDigits
        ? OptionalInt.of(prefix.length() + minDigits)
        : OptionalInt.empty();
  }

  /** Returns a description of the keys, such as {@code "user" and a hashed number}. */
  public String words() {
    String digits = minDigits > 1 ? " of at least " + minDigits + " digits" : "";
    return (prefix.isEmpty() ? "" : '"' + prefix + "\" and ")
        + (hashed ? "a hashed number" : "a number")
        + digits;
  }

  /** Returns a new array with the key of a record number. */
  public byte[] render(long number) {
    long shown = hashed ? Fnv.ofNumber(number) : number;
    byte[] bytes = new byte[prefix.length() + Math.max(minDigits, Decimal.digits(shown))];
    for (int at = 0; at < prefix.length(); at++) {
      bytes[at] = (byte) prefix.charAt(at);
    }
    Arrays.fill(bytes, prefix.length(), Decimal.writeToEnd(shown, bytes), (byte) '0');
    return bytes;
  }
}
