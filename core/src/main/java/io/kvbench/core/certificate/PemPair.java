package io.kvbench.core.certificate;

import java.nio.file.Path;

/**
 * A certificate, with its chain up to the authority, and its private key, each in a PEM file.
 *
 * @param key in PKCS #8, PKCS #1 or SEC 1, not encrypted
 */
public record PemPair(Path certificate, Path key) {

  /** Returns the files that an authority creates for a name. */
  public static PemPair named(Path directory, String name) {
    return new PemPair(directory.resolve(name + ".crt"), directory.resolve(name + ".key"));
  }
}
