package io.kvbench.core.trace;

import io.kvbench.core.operation.Key;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keyed hash that replaces each part of a key between slashes by 16 hexadecimal digits of its
 * HMAC-SHA-256 with a random secret that is not stored: the same part has the same hash within a
 * recording, so that prefixes that end with a slash are preserved, and keys cannot be found by
 * hashing guesses. For one thread at a time.
 */
public final class KeyHash implements UnaryOperator<Key> {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET_BYTES = 32;
  private static final int HASH_BYTES = 8;
  private static final String SLASH = "/";

  private final Mac mac;

  /** Creates a hash with a new secret. */
  public KeyHash() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // Every JDK has it.
    }
  }

  @Override
  public Key apply(Key key) {
    return Key.of(
        Arrays.stream(key.toString().split(SLASH, -1))
            .map(this::hash)
            .collect(Collectors.joining(SLASH)));
  }

  private String hash(String part) {
    if (part.isEmpty()) {
      return part;
    }
    byte[] hash = mac.doFinal(part.getBytes(StandardCharsets.ISO_8859_1));
    return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
  }
}
