package io.kvbench.core.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The use of a certificate, as its extended key usage states. Those of hosts and of controllers
 * exclude each other: a key stolen from a host controls no other host.
 */
public enum CertificateUse {
  /** A controller of agents: a TLS client only. */
  CONTROLLER(false, true),
  /** A host that others connect to: a TLS server only. */
  HOST(true, false),
  /** A server that also connects to others of its kind, such as a node of a store. */
  PEER(true, true);

  private static final String PURPOSES = "1.3.6.1.5.5.7.3.";

  private final boolean server;
  private final boolean client;

  CertificateUse(boolean server, boolean client) {
    this.server = server;
    this.client = client;
  }

  /** Returns the numbers of key purposes (RFC 5280, section 4.2.1.12). */
  private IntStream purposes() {
    return IntStream.rangeClosed(1, 2).filter(number -> number == 1 ? server : client);
  }

  /** Returns the identifiers of its key purposes, encoded. */
  byte[][] encoded() {
    return purposes()
        .mapToObj(number -> HexFormat.of().parseHex("06082b060105050703%02x".formatted(number)))
        .toArray(byte[][]::new);
  }

  /** Returns whether a certificate is for this use and no other. */
  public boolean isOf(X509Certificate certificate) {
    try {
      List<String> extended = certificate.getExtendedKeyUsage();
      List<String> own = purposes().mapToObj(number -> PURPOSES + number).toList();
      return extended != null && extended.size() == own.size() && extended.containsAll(own);
    } catch (CertificateParsingException e) {
      return false;
    }
  }
}
