package io.kvbench.runner.app.options;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.setting.Problems;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;

/** The jars with bindings that are loaded beside kvbench's own class path. */
public final class Plugins {
  private static final String CLASS_PATH = "java.class.path";
  private static final String SERVICES = "META-INF/services/io.kvbench.";
  private static final String LOADER = "plugins";

  private Plugins() {}

  /**
   * Adds jars to the class path: of this thread and of those that it starts, and of the processes
   * of kvbench that this one starts. Jars that are on it already, in such a process, are left out.
   *
   * @param named the jars of which at least one must have a binding
   */
  static void add(List<Path> named, List<Path> further, Problems problems) {
    boolean bound = named.isEmpty();
    for (Path jar : named) {
      bound |= check("--plugin " + jar, jar, problems);
    }
    for (Path jar : further) {
      check(jar.toString(), jar, problems);
    }
    if (problems.isEmpty() && !bound) {
      problems.add(
          "--plugin " + named.getFirst(),
          "has no binding: no " + SERVICES + "core.binding.BindingProvider is in it.");
    }
    String classPath = System.getProperty(CLASS_PATH);
    Set<Path> jars = new LinkedHashSet<>(named.stream().map(Plugins::absolute).toList());
    jars.addAll(further.stream().map(Plugins::absolute).toList());
    for (String known : classPath.split(File.pathSeparator, -1)) {
      jars.remove(absolute(Path.of(known)));
    }
    if (problems.isEmpty() && !jars.isEmpty()) {
      load(jars, problems);
      jars.forEach(
          jar ->
              System.setProperty(
                  CLASS_PATH, System.getProperty(CLASS_PATH) + File.pathSeparator + jar));
    }
  }

  private static Path absolute(Path jar) {
    return jar.toAbsolutePath().normalize();
  }

  /** Returns whether a jar has a service of kvbench. */
  private static boolean check(String where, Path jar, Problems problems) {
    if (!Files.exists(jar)) {
      problems.add(where, "there is no such file.");
      return true;
    }
    try (JarFile open = new JarFile(jar.toFile())) {
      return open.stream().anyMatch(entry -> entry.getName().startsWith(SERVICES));
    } catch (IOException e) {
      problems.add(where, "cannot be read as a jar: " + FileReason.of(e) + ".");
      return true;
    }
  }

  private static void load(Set<Path> jars, Problems problems) {
    List<URL> urls = new ArrayList<>();
    Thread thread = Thread.currentThread();
    try {
      for (Path jar : jars) {
        urls.add(jar.toUri().toURL());
      }
      thread.setContextClassLoader(
          new URLClassLoader(LOADER, urls.toArray(URL[]::new), thread.getContextClassLoader()));
      checkNames(problems);
    } catch (IOException | ServiceConfigurationError | LinkageError e) {
      problems.add(
          "plug-in",
          "cannot be loaded: "
              + e.getMessage()
              + "; it may be made for another version of kvbench.");
    }
  }

  private static void checkNames(Problems problems) {
    Set<String> names = new TreeSet<>();
    for (BindingProvider provider : ServiceLoader.load(BindingProvider.class)) {
      for (SystemDescriptor system : provider.systems()) {
        if (!names.add(system.name())) {
          problems.add(
              jarOf(provider).map(Path::toString).orElse("plug-in"),
              "the system '" + system.name() + "' exists already: remove one of both jars.");
        }
      }
    }
  }

  /** Returns the jar that a binding was added from; empty for one of kvbench's own class path. */
  public static Optional<Path> jarOf(BindingProvider provider) {
    CodeSource source = provider.getClass().getProtectionDomain().getCodeSource();
    return source != null && LOADER.equals(provider.getClass().getClassLoader().getName())
        ? Optional.of(Path.of(URI.create(source.getLocation().toString())))
        : Optional.empty();
  }
}
