package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of bindings in jars beside kvbench's class path. */
class PluginTest {
  private static final String SERVICE = "META-INF/services/io.kvbench.core.binding.BindingProvider";
  private static final String CLASS_PATH = "java.class.path";

  @TempDir private Path directory;
  private final String classPath = System.getProperty(CLASS_PATH);
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  @AfterEach
  void forgetPlugins() {
    System.setProperty(CLASS_PATH, classPath);
    Thread.currentThread().setContextClassLoader(loader);
  }

  @Test
  void itsSystemIsListedWithItsJar() throws IOException {
    Path jar = jar("paper");

    KvbenchCommand systems = systems("--plugin", jar.toString());

    assertThat(systems.exitCode()).as(systems::said).isZero();
    assertThat(systems.out().lines())
        .anyMatch(line -> line.matches("paper +yes .*in-process"))
        .contains("paper is a plug-in: " + jar);
    assertThat(System.getProperty(CLASS_PATH)).endsWith(jar.toString());
  }

  @Test
  void aFileThatIsMissingOrNoJarIsNamed() throws IOException {
    Path text = Files.writeString(directory.resolve("text.jar"), "no jar");

    assertRefused(systems("--plugin", text.toString()), "--plugin " + text, "cannot be read");
    assertRefused(systems("--plugin", "none.jar"), "--plugin none.jar", "no such file");
  }

  @Test
  void aJarWithoutABindingIsNamed() throws IOException {
    Path jar = directory.resolve("empty.jar");
    write(jar, List.of());

    assertRefused(systems("--plugin", jar.toString()), "--plugin " + jar, SERVICE);
  }

  @Test
  void aBrokenBindingIsNamed() throws IOException {
    Path jar = directory.resolve("broken.jar");
    Path service = Files.writeString(directory.resolve("service"), "no.such.Provider\n");
    write(jar, List.of(new Content(SERVICE, service)));

    assertRefused(systems("--plugin", jar.toString()), "cannot be loaded", "no.such.Provider");
  }

  @Test
  void aSystemThatExistsIsNotReplaced() throws IOException {
    Path jar = jar("memory");

    assertRefused(systems("--plugin", jar.toString()), "the system 'memory' exists already");
  }

  private static KvbenchCommand systems(String... flags) {
    return KvbenchCommand.run(Stream.concat(Stream.of("systems"), Arrays.stream(flags)).toList());
  }

  private static void assertRefused(KvbenchCommand command, String... message) {
    assertThat(command.exitCode()).isEqualTo(2);
    assertThat(command.err()).contains(message);
    command.check();
  }

  private record Content(String name, Path file) {}

  private static String source(String system) {
    return """
      import io.kvbench.core.binding.*;
      import java.util.*;

      public class Paper implements BindingProvider {
        public List<SystemDescriptor> systems() {
          return List.of(
              new SystemDescriptor(
                  "%s", "Paper", EnumSet.of(Capability.INSERT), Map.of(), List.of(), true));
        }

        public Binding open(SystemDescriptor system, BindingConfig config) {
          throw new UnsupportedOperationException();
        }
      }
      """
        .formatted(system);
  }

  private Path jar(String system) throws IOException {
    Path source = Files.writeString(directory.resolve("Paper.java"), source(system));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-cp", classPath, source.toString());
    assertThat(failed).isZero();
    Path service = Files.writeString(directory.resolve("service"), "Paper\n");
    Path jar = directory.resolve("paper.jar");
    write(
        jar,
        List.of(
            new Content(SERVICE, service),
            new Content("Paper.class", directory.resolve("Paper.class"))));
    return jar;
  }

  private static void write(Path jar, List<Content> contents) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("about.txt"));
      out.write("a plug-in".getBytes(StandardCharsets.UTF_8));
      for (Content each : contents) {
        out.putNextEntry(new JarEntry(each.name()));
        Files.copy(each.file(), out);
      }
    }
  }
}
