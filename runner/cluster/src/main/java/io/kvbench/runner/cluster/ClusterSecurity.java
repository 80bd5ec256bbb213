package io.kvbench.runner.cluster;

import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.server.ServerSecurity.TlsFiles;
import io.kvbench.core.server.ServerSecurity.User;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * TLS and users of servers that kvbench starts: the request, its conflicts, and the secured
 * servers, with new files for each cluster in a subdirectory of its own.
 */
public final class ClusterSecurity {

  /**
   * The input for containers.
   *
   * @param request for the secured servers
   * @param files texts by their paths in every container
   */
  public record Copied(ClusterRequest request, Map<String, String> files) {
    /** Without the texts, one of which is a key. */
    @Override
    public String toString() {
      return files.keySet().toString();
    }
  }

  private ClusterSecurity() {}

  private static boolean users(Settings settings) {
    return settings.find(ClusterSettings.AUTH).orElse(false);
  }

  /** Returns whether servers are to be secured. */
  public static boolean isWanted(Settings settings) {
    return isEncrypted(settings) || users(settings);
  }

  /** Returns whether servers are to have TLS, for which their addresses must be known. */
  public static boolean isEncrypted(Settings settings) {
    return settings.find(ClusterSettings.TLS).orElse(false);
  }

  /** Returns the servers of a request that {@link #secured} has returned, if they are secured. */
  public static Optional<SystemServers> of(ClusterRequest request) {
    return isWanted(request.settings()) ? Optional.of(request.servers()) : Optional.empty();
  }

  /** Returns the description of the servers' security, to end a sentence; empty if none. */
  public static String words(Settings settings) {
    return (isEncrypted(settings) ? ", TLS" : "") + (users(settings) ? ", users" : "");
  }

  /** Adds what prevents the servers of a request from being secured as requested. */
  static void check(ClusterRequest request, ClusterProvider provider, Problems problems) {
    for (Setting<Boolean> setting : List.of(ClusterSettings.TLS, ClusterSettings.AUTH)) {
      if (request.settings().find(setting).orElse(false)) {
        check(request, provider, setting, problems);
      }
    }
  }

  private static void check(
      ClusterRequest request,
      ClusterProvider provider,
      Setting<Boolean> setting,
      Problems problems) {
    Settings settings = request.settings();
    Optional<SystemServers> secured =
        request.servers().secured(planned(setting.equals(ClusterSettings.TLS)));
    if (!provider.secures()) {
      problems.add(
          settings.whereIs(setting),
          "%s applies to servers that kvbench starts on this machine, not with cluster=%s; omit it, or use another kind of servers."
              .formatted(setting.name(), provider.kind()));
    } else if (secured.isEmpty()) {
      problems.add(
          settings.whereIs(setting),
          "kvbench cannot start servers of %s with %s; omit %s."
              .formatted(
                  request.system().title(),
                  setting.equals(ClusterSettings.TLS) ? "TLS" : "users",
                  setting.name()));
    } else {
      secured.get().access().settings().keySet().stream()
          .flatMap(name -> given(name, request).stream())
          .forEach(
              given ->
                  problems.add(
                      settings.whereIs(given),
                      "%s conflicts with %s, which sets it for the servers that kvbench starts; omit one of the two."
                          .formatted(given.name(), setting.name())));
    }
  }

  private static List<Setting<?>> given(String name, ClusterRequest request) {
    return request.system().settings().stream()
        .<Setting<?>>map(setting -> setting)
        .filter(setting -> isAlike(setting.name(), name) && request.settings().isGiven(setting))
        .toList();
  }

  /** A secret may be given instead of a file that contains it. */
  private static boolean isAlike(String name, String set) {
    return set.equals(name) || set.equals(name + ".file");
  }

  /** A placeholder for the security that is created when servers start. */
  private static ServerSecurity planned(boolean tls) {
    Path nowhere = Path.of("");
    return new ServerSecurity(
        tls ? Optional.of(new TlsFiles("", "", "", "", nowhere)) : Optional.empty(),
        Optional.empty(),
        tls ? Optional.empty() : Optional.of(new User(SecurityFiles.USER, "", "")),
        nowhere);
  }

  /**
   * Returns a request for the same servers, secured as in its settings.
   *
   * @param directory that of the cluster, in which the files are created
   * @param hosts addresses that servers listen on, besides those of the loopback interface
   */
  public static ClusterRequest secured(
      ClusterRequest request, Path directory, Collection<String> hosts)
      throws IOException, InterruptedException {
    return isWanted(request.settings())
        ? with(made(request, directory, hosts), request, own(directory))
        : request;
  }

  /**
   * Returns the same for servers in containers, with the files to be copied there. Those of clients
   * are on this machine only.
   */
  public static Copied copied(ClusterRequest request, Path directory, Collection<String> hosts)
      throws IOException, InterruptedException {
    if (!isWanted(request.settings())) {
      return new Copied(request, Map.of());
    }
    Optional<TlsFiles> here = made(request, directory, hosts);
    Map<String, String> copies = new LinkedHashMap<>();
    Optional<TlsFiles> inside =
        here.isPresent() ? Optional.of(SecurityFiles.copies(here.get(), copies)) : here;
    return new Copied(with(inside, request, own(directory)), copies);
  }

  private static Path own(Path directory) {
    return directory.resolve("security");
  }

  private static Optional<TlsFiles> made(
      ClusterRequest request, Path directory, Collection<String> hosts) throws IOException {
    Path own = own(directory);
    Files.createDirectory(own, FilePermissions.OWNER.ofDirectory(own));
    return isEncrypted(request.settings())
        ? Optional.of(SecurityFiles.certificates(own, hosts))
        : Optional.empty();
  }

  private static ClusterRequest with(Optional<TlsFiles> tls, ClusterRequest request, Path directory)
      throws IOException {
    ServerSecurity security =
        new ServerSecurity(
            tls,
            tls.isPresent()
                ? Optional.of(TlsContexts.trusting(tls.get().trusted()))
                : Optional.empty(),
            users(request.settings()) ? Optional.of(SecurityFiles.user()) : Optional.empty(),
            directory);
    SystemServers servers =
        request
            .servers()
            .secured(security)
            .orElseThrow(() -> new IllegalStateException("check was not called"));
    for (Map.Entry<Path, String> file : servers.access().files().entrySet()) {
      SecurityFiles.write(file.getKey(), file.getValue());
    }
    return new ClusterRequest(
        request.system(),
        servers,
        request.behind(),
        request.endpoints(),
        request.settings(),
        request.use());
  }
}
