package io.kvbench.core.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;

/**
 * The use of a certificate, as its extended key usage states. Those of hosts and of controllers
 * exclude each other: a key stolen from a host controls no other host.
 */
public enum CertificateUse {
  /** A controller of agents: a TLS client only. */
  CONTROLLER(2),
  /** A host that others connect to: a TLS server only. */
  HOST(1),
  /** A server that also connects to others of its kind, such as a node of a store. */
  PEER(1, 2);

  private static final String PURPOSES = "1.3.6.1.5.5.7.3.";

  /** The numbers of key purposes (RFC 5280, section 4.2.1.12): 1 for a server, 2 for a client. */
  private final List<Integer> purposes;

  CertificateUse(Integer... purposes) {
    this.purposes = List.of(purposes);
  }

  /** Returns the identifiers of its key purposes, encoded. */
  byte[][] encoded() {
    return purposes.stream()
        .map(number -> HexFormat.of().parseHex("06082b060105050703%02x".formatted(number)))
        .toArray(byte[][]::new);
  }

  /** Returns whether a certificate is for this use and no other. */
  public boolean isOf(X509Certificate certificate) {
    try {
      List<String> extended = certificate.getExtendedKeyUsage();
      List<String> own = purposes.stream().map(number -> PURPOSES + number).toList();
      return extended != null && extended.size() == own.size() && extended.containsAll(own);
    } catch (CertificateParsingException e) {
      return false;
    }
  }
}
