package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.server.ServerException;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The location of the jars in a distribution of ZooKeeper.
 *
 * @param server the jar with the server
 * @param jars all jars that it needs, including itself
 */
record ZooKeeperHome(Path server, List<Path> jars) {
  private static final Pattern SERVER =
      Pattern.compile("zookeeper(?:-(\\d+(?:\\.\\d+)+.*))?\\.jar");

  /**
   * Finds the jars of a start script: in {@code lib} beside its directory, as in ZooKeeper's own
   * archives; in {@code libexec/lib}, as with Homebrew; or in {@code /usr/share/java}, as with
   * Debian, whose jar names the others that it needs.
   *
   * @throws ServerException if they are missing
   */
  static ZooKeeperHome of(Path script) throws ServerException {
    Path real;
    List<Path> places = new ArrayList<>();
    try {
      real = script.toRealPath();
      Path home = real.resolve("../..").normalize();
      places.add(home.resolve("lib"));
      places.add(home.resolve("libexec/lib"));
      places.add(home.resolve("../java").normalize());
      for (Path place : places) {
        List<Path> jars = jars(place);
        for (Path jar : jars) {
          if (SERVER.matcher(String.valueOf(jar.getFileName())).matches()) {
            return new ZooKeeperHome(jar, place.endsWith("java") ? List.of(jar) : jars);
          }
        }
      }
    } catch (IOException e) {
      throw new ServerException(
          script + " cannot be read: " + FileReason.of(e) + ". Set cluster.bin.", e);
    }
    throw new ServerException(
        script
            + " is not part of a distribution of ZooKeeper: there is no zookeeper-VERSION.jar in "
            + places.stream().map(Path::toString).collect(Collectors.joining(", "))
            + ". Set cluster.bin to the directory of a distribution.");
  }

  private static List<Path> jars(Path directory) throws IOException {
    List<Path> jars = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.jar")) {
        files.forEach(jars::add);
      }
    }
    jars.sort(null);
    return jars;
  }

  /**
   * Checks that the jars for TLS are present. The contents of a single jar are not checked.
   *
   * @throws ServerException if they are missing
   */
  void checkTls() throws ServerException {
    boolean netty =
        jars.stream().anyMatch(jar -> String.valueOf(jar.getFileName()).startsWith("netty-"));
    if (jars.size() > 1 && !netty) {
      throw new ServerException(
          "this ZooKeeper cannot serve TLS: Netty's jars are not beside "
              + server
              + ". Set cluster.bin to the directory of a distribution that has them.");
    }
  }

  String classPath() {
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Returns the version in the jar's name, or in its manifest. */
  String version() {
    Matcher name = SERVER.matcher(String.valueOf(server.getFileName()));
    if (name.matches() && name.group(1) != null) {
      return name.group(1);
    }
    try (JarFile jar = new JarFile(server.toFile())) {
      Manifest manifest = jar.getManifest();
      String version =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      return version == null ? "of unknown version" : version;
    } catch (IOException e) {
      return "of unknown version";
    }
  }
}
