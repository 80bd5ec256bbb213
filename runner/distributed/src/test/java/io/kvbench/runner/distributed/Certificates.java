package io.kvbench.runner.distributed;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.runner.distributed.coordination.Identity;
import java.nio.file.Path;
import java.util.List;

/** The certificates of a run, in a directory as {@code kvbench certs} makes it. */
public record Certificates(Path directory, Identity server, Identity controller, Identity agent) {

  /** Makes an authority and a certificate for each role. */
  public static Certificates in(Path directory) throws Exception {
    CertificateAuthority authority = CertificateAuthority.create(directory);
    return new Certificates(
        directory,
        issue(authority, "server", CertificateUse.HOST, List.of("127.0.0.1", "localhost")),
        issue(authority, "controller", CertificateUse.CONTROLLER, List.of()),
        issue(authority, "agent", CertificateUse.PEER, List.of()));
  }

  private static Identity issue(
      CertificateAuthority authority, String name, CertificateUse use, List<String> hosts)
      throws Exception {
    PemPair files = authority.issue(CertificateRequest.of(name, use, hosts));
    return new Identity(files, authority.certificate());
  }
}
