package io.kvbench.runner.distributed.controller;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.runner.distributed.agent.LoadAgent;
import io.kvbench.runner.distributed.coordination.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The certificates of one run: the server's own is made for it, with all names and addresses of
 * this machine.
 *
 * @param server what agents connect to
 * @param controller this process, as a client of that
 */
record RunCertificates(Identity server, Identity controller) {
  private static final int DAYS = 2;
  private static final String CONTROLLER = "controller";
  private static final String SERVER = "server";

  /** Makes an authority for a run whose agents are on this machine, and their certificate. */
  static RunCertificates ofThisMachine(Path directory) throws IOException {
    return ofRun(directory, List.of("localhost", "127.0.0.1"));
  }

  /**
   * Makes an authority for a run, and the certificate of its agents.
   *
   * @param host at which they reach this process
   */
  static RunCertificates ofRun(Path directory, String host) throws IOException {
    return ofRun(directory, Stream.concat(here().stream(), Stream.of(host)).distinct().toList());
  }

  private static RunCertificates ofRun(Path directory, List<String> hosts) throws IOException {
    CertificateAuthority authority = CertificateAuthority.create(directory);
    PemPair controller = issue(authority, CONTROLLER, CertificateUse.CONTROLLER, List.of());
    PemPair unused = issue(authority, LoadAgent.CERTIFICATE, CertificateUse.PEER, List.of());
    RunCertificates all = of(directory, authority, controller, hosts);
    // No further certificates are issued.
    Files.delete(authority.key());
    return all;
  }

  /**
   * Uses the authority of a directory that {@code kvbench certs} has made.
   *
   * @param host at which agents reach this process, if that is none of this machine's own names
   */
  static RunCertificates of(Path certificates, Path directory, Optional<String> host)
      throws IOException {
    CertificateAuthority authority = CertificateAuthority.open(certificates);
    return of(
        directory,
        authority,
        PemPair.named(certificates, CONTROLLER),
        Stream.concat(here().stream(), host.stream()).distinct().toList());
  }

  private static RunCertificates of(
      Path directory, CertificateAuthority authority, PemPair controller, List<String> names)
      throws IOException {
    PemPair server = PemPair.named(directory, SERVER);
    authority.issue(new CertificateRequest(SERVER, CertificateUse.HOST, names, 0, DAYS), server);
    return new RunCertificates(
        new Identity(server, authority.certificate()),
        new Identity(controller, authority.certificate()));
  }

  /** Returns the files that agents of {@code ofRun} need, by their names. */
  static Map<String, String> ofAgents(Path directory) throws IOException {
    PemPair agent = PemPair.named(directory, LoadAgent.CERTIFICATE);
    Map<String, String> files = new HashMap<>();
    for (Path file : List.of(directory.resolve("ca.crt"), agent.certificate(), agent.key())) {
      files.put(String.valueOf(file.getFileName()), Files.readString(file));
    }
    return files;
  }

  private static PemPair issue(
      CertificateAuthority authority, String name, CertificateUse use, List<String> hosts)
      throws IOException {
    return authority.issue(new CertificateRequest(name, use, hosts, 0, DAYS));
  }

  private static List<String> here() throws IOException {
    Set<String> names = new LinkedHashSet<>(List.of("localhost"));
    try {
      names.add(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      // Then no other machine can resolve this one's name either.
    }
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(each.getInetAddresses())) {
        names.add(address.getHostAddress().replaceFirst("%.*", ""));
      }
    }
    return names.stream().filter(CertificateRequest::isHost).toList();
  }
}
