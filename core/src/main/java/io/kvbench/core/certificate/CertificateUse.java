package io.kvbench.core.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

/**
 * The use of a certificate, as its extended key usage states. Those of hosts and of controllers
 * exclude each other: a key stolen from a host controls no other host.
 */
public enum CertificateUse {
  /** A controller of agents: a TLS client only. */
  CONTROLLER("clientAuth", "1.3.6.1.5.5.7.3.2"),
  /** A host that others connect to: a TLS server only. */
  HOST("serverAuth", "1.3.6.1.5.5.7.3.1"),
  /** A server that also connects to others of its kind, such as a node of a store. */
  PEER("serverAuth,clientAuth", "1.3.6.1.5.5.7.3.1,1.3.6.1.5.5.7.3.2");

  private final String usage;
  private final String identifiers;

  CertificateUse(String usage, String identifiers) {
    this.usage = usage;
    this.identifiers = identifiers;
  }

  /** Returns the extended key usage in keytool's syntax. */
  String usage() {
    return usage;
  }

  /** Returns whether a certificate is for this use and no other. */
  public boolean isOf(X509Certificate certificate) {
    try {
      List<String> extended = certificate.getExtendedKeyUsage();
      List<String> own = Arrays.asList(identifiers.split(",", -1));
      return extended != null && extended.size() == own.size() && extended.containsAll(own);
    } catch (CertificateParsingException e) {
      return false;
    }
  }
}
