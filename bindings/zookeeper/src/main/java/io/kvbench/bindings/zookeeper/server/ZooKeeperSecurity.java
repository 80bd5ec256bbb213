package io.kvbench.bindings.zookeeper.server;

import io.kvbench.bindings.zookeeper.options.ZooKeeperSettings;
import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.server.ServerSecurity.TlsFiles;
import io.kvbench.core.server.ServerSecurity.User;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * TLS and users of ZooKeeper servers. Users log in with SASL and DIGEST-MD5, and sessions without a
 * login are rejected; znodes have the access list of their creator.
 */
final class ZooKeeperSecurity {
  private static final String MODULE = "org.apache.zookeeper.server.auth.DigestLoginModule";
  private static final String PROVIDER =
      "org.apache.zookeeper.server.auth.SASLAuthenticationProvider";

  private ZooKeeperSecurity() {}

  private static String users(ServerNode node) {
    return node.directory() + "/users.jaas";
  }

  /** Returns the options of a server's JVM. */
  static List<String> options(ServerSecurity security, ServerNode node) {
    List<String> options = new ArrayList<>();
    if (security.tls().isPresent()) {
      options.add(
          "-Dzookeeper.serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory");
    }
    if (security.user().isPresent()) {
      options.add("-Djava.security.auth.login.config=" + users(node));
      options.add("-Dzookeeper.authProvider.sasl=" + PROVIDER);
      options.add("-Dzookeeper.sessionRequireClientSASLAuth=true");
    }
    return options;
  }

  /** Returns lines of a server's configuration. */
  static List<String> lines(ServerSecurity security, int nodes) {
    List<String> lines = new ArrayList<>();
    if (security.tls().isPresent()) {
      lines.addAll(stores("ssl.", security.tls().get()));
      lines.add("ssl.clientAuth=none");
      if (nodes > 1) {
        lines.add("sslQuorum=true");
        lines.addAll(stores("ssl.quorum.", security.tls().get()));
      }
    }
    return lines;
  }

  private static List<String> stores(String prefix, TlsFiles files) {
    return List.of(
        prefix + "keyStore.location=" + files.identity(),
        prefix + "keyStore.type=PEM",
        prefix + "trustStore.location=" + files.authority(),
        prefix + "trustStore.type=PEM");
  }

  /** Returns the files of a server, which are in its own directory. */
  static Map<String, String> files(ServerSecurity security, ServerNode node) {
    Map<String, String> files = new HashMap<>();
    if (security.user().isPresent()) {
      User user = security.user().get();
      files.put(
          users(node), section("Server", "user_%s=\"%s\"".formatted(user.name(), user.password())));
    }
    return files;
  }

  private static String section(String name, String options) {
    return name + " { " + MODULE + " required " + options + "; };\n";
  }

  static ClientAccess access(ServerSecurity security) {
    Map<String, String> settings = new HashMap<>();
    Map<Path, String> files = new HashMap<>();
    if (security.tls().isPresent()) {
      settings.put(ZooKeeperSettings.SECURE.name(), "true");
      settings.put("zookeeper.ssl.trustStore.location", security.tls().get().trusted().toString());
      settings.put("zookeeper.ssl.trustStore.type", "PEM");
    }
    if (security.user().isPresent()) {
      User user = security.user().get();
      Path login = security.directory().resolve("client.jaas");
      settings.put(ZooKeeperSettings.SASL_JAAS.name(), login.toString());
      settings.put(ZooKeeperSettings.ACL.name(), "creator");
      files.put(
          login,
          section(
              "Client", "username=\"%s\" password=\"%s\"".formatted(user.name(), user.password())));
    }
    return new ClientAccess(settings, files);
  }
}
