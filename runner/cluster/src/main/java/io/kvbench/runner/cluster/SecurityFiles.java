package io.kvbench.runner.cluster;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.server.ServerSecurity.TlsFiles;
import io.kvbench.core.server.ServerSecurity.User;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The files with certificates and passwords of one cluster, readable by their owner only. */
final class SecurityFiles {
  static final String USER = "kvbench";

  private static final int PASSWORD_BYTES = 16;
  private static final List<String> LOOPBACK = List.of("127.0.0.1", "::1", "localhost");

  /** The location of copies in containers: not in a volume, so they are removed with those. */
  private static final String INSIDE = "/etc/kvbench";

  private SecurityFiles() {}

  /**
   * Returns the paths of copies in containers.
   *
   * @param copies receives the texts by these paths
   */
  static TlsFiles copies(TlsFiles files, Map<String, String> copies) throws IOException {
    return new TlsFiles(
        copy(files.authority(), copies),
        copy(files.certificate(), copies),
        copy(files.key(), copies),
        copy(files.identity(), copies),
        files.trusted());
  }

  private static String copy(String file, Map<String, String> copies) throws IOException {
    Path path = Path.of(file);
    String copy = INSIDE + "/" + path.getFileName();
    copies.put(copy, Files.readString(path));
    return copy;
  }

  /** The authority's key is deleted after use, so that it cannot issue further certificates. */
  static TlsFiles certificates(Path directory, Collection<String> hosts) throws IOException {
    Set<String> all = new LinkedHashSet<>(LOOPBACK);
    all.addAll(hosts);
    CertificateAuthority authority = CertificateAuthority.create(directory);
    PemPair pair =
        authority.issue(CertificateRequest.of("server", CertificateUse.PEER, List.copyOf(all)));
    Files.delete(authority.key());
    Path identity = directory.resolve("server.pem");
    write(identity, Files.readString(pair.certificate()) + Files.readString(pair.key()));
    return new TlsFiles(
        authority.certificate().toString(),
        pair.certificate().toString(),
        pair.key().toString(),
        identity.toString(),
        authority.certificate());
  }

  static User user() {
    return new User(USER, random(), random());
  }

  private static String random() {
    byte[] bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  static void write(Path file, String text) throws IOException {
    try (WritableByteChannel channel =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            FilePermissions.OWNER.ofFile(file))) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
