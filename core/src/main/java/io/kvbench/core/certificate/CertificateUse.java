package io.kvbench.core.certificate;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

/**
 * What a certificate is good for, as its extended key usage says. Those of hosts and of controllers
 * exclude each other: a key that was stolen from a host commands no other host.
 */
public enum CertificateUse {
  /** Commands agents: a client in TLS and nothing else. */
  CONTROLLER("clientAuth", "1.3.6.1.5.5.7.3.2"),
  /** Identifies a host to those who connect to it: a server in TLS and nothing else. */
  HOST("serverAuth", "1.3.6.1.5.5.7.3.1"),
  /** A server that also connects to others of its kind, as the nodes of a store do. */
  PEER("serverAuth,clientAuth", "1.3.6.1.5.5.7.3.1,1.3.6.1.5.5.7.3.2");

  private final String usage;
  private final String identifiers;

  CertificateUse(String usage, String identifiers) {
    this.usage = usage;
    this.identifiers = identifiers;
  }

  /** Returns the extended key usage in keytool's words. */
  String usage() {
    return usage;
  }

  /** Returns whether a certificate is for this use and for no other one. */
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
