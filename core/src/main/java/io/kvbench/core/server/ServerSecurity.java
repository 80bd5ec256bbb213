package io.kvbench.core.server;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The files and the user that kvbench created to secure the servers of one cluster. All files are
 * in one directory, which only its owner may read; containers have copies.
 *
 * @param tls the files for TLS; empty if the servers do not use it
 * @param trust the context for probes, which trusts only the servers' certificates; empty without
 *     TLS
 * @param user the user of clients; empty if the servers are open to everyone
 * @param directory a directory on this machine for further files
 */
public record ServerSecurity(
    Optional<TlsFiles> tls, Optional<SSLContext> trust, Optional<User> user, Path directory) {

  /** Servers that are open to everyone and speak plain text. */
  public static final ServerSecurity NONE =
      new ServerSecurity(Optional.empty(), Optional.empty(), Optional.empty(), Path.of("."));

  /**
   * The PEM files of TLS: their paths where the servers run, which may be in containers, and one
   * here.
   *
   * @param authority the certificate of the cluster's own authority
   * @param certificate a certificate of all servers, which they may also use as clients of one
   *     another
   * @param key its key
   * @param identity both in one file
   * @param trusted the authority's certificate on this machine, for clients
   */
  public record TlsFiles(
      String authority, String certificate, String key, String identity, Path trusted) {}

  /**
   * A user with random passwords.
   *
   * @param password that of clients
   * @param administration the password of the administrator, who creates the user
   */
  public record User(String name, String password, String administration) {
    /** Without the passwords. */
    @Override
    public String toString() {
      return name;
    }
  }

  /** Returns the scheme of URLs, with {@code ://}. */
  public String scheme() {
    return tls.isPresent() ? "https://" : "http://";
  }
}
