package io.kvbench.runner.app.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Assignments.Assignment;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of profiles, plug-in directories and environment variables. */
class UserConfigurationTest {
  private static final List<Setting<?>> SETTINGS =
      List.of(
          Setting.text("endpoints", "Servers."),
          Setting.text("workload", "The class of YCSB."),
          Setting.text("clients", "Clients.").withAliases("threadcount"),
          Setting.text("store.password", "Password.").asSecret(),
          Setting.text("store.timeout", "Timeout."),
          Setting.text("store.timeOut", "The same of another tool."));

  @TempDir private Path directory;
  private final Problems problems = new Problems();

  @Test
  void aVariableIsAPropertyWithUnderscores() {
    assertThat(
            variables(
                Map.of(
                    "KVBENCH_ENDPOINTS", "db:2379",
                    "KVBENCH_THREADCOUNT", "8",
                    "KVBENCH_CACHE", "off",
                    "KVBENCH_WORKLOAD", "smoke",
                    "KVBENCH_PORT_9000_TCP_ADDR", "10.0.0.1",
                    "PATH", "/bin")))
        .extracting(each -> each.origin() + " " + each.name() + "=" + each.text())
        .containsExactly("KVBENCH_ENDPOINTS endpoints=db:2379", "KVBENCH_THREADCOUNT clients=8");
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void ofNamesThatDifferInCaseTheFirstIsMeant() {
    assertThat(variables(Map.of("KVBENCH_STORE_TIMEOUT", "5s")))
        .extracting(Assignment::name)
        .containsExactly("store.timeout");
  }

  @Test
  void aSecretIsReadFromAFile() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "s3cret\n");

    assertThat(variables(Map.of("KVBENCH_STORE_PASSWORD_FILE", secret.toString())))
        .extracting(Assignment::text)
        .containsExactly("s3cret");
    assertThat(problems.list()).isEmpty();
  }

  @Test
  void aSecretInTheEnvironmentIsRefusedAndNotShown() {
    assertThat(variables(Map.of("KVBENCH_STORE_PASSWORD", "s3cret"))).isEmpty();
    assertThat(problem()).contains("KVBENCH_STORE_PASSWORD_FILE").doesNotContain("s3cret");
  }

  @Test
  void aMisspelledVariableIsNamed() {
    assertThat(variables(Map.of("KVBENCH_ENDPIONTS", "db:2379"))).isEmpty();
    assertThat(problem()).contains("KVBENCH_ENDPIONTS", "did you mean 'KVBENCH_ENDPOINTS'?");
  }

  @Test
  void aVariableThatResemblesOneIsIgnored() {
    assertThat(variables(Map.of("KVBENCH_MATRIX_RUN", "4", "KVBENCH_SERVICE_HOST", "10.0.0.1")))
        .isEmpty();
  }

  @Test
  void aMissingSecretIsNamed() {
    variables(Map.of("KVBENCH_STORE_PASSWORD_FILE", directory.resolve("none").toString()));
    assertThat(problem()).contains("KVBENCH_STORE_PASSWORD_FILE", "none cannot be read");
  }

  @Test
  void aProfileHasTheLinesOfItsFile() throws IOException {
    Files.writeString(
        Files.createDirectory(directory.resolve("profiles")).resolve("staging"),
        "# ours\nendpoints=staging:2379\n");

    assertThat(configuration(Map.of()).profile("staging", problems).list())
        .extracting(each -> each.name() + " " + each.origin())
        .containsExactly("endpoints " + directory.resolve("profiles/staging") + ":2");
    assertThat(problems.list()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stagin", "../profiles/staging", "", ".."})
  void anUnknownProfileIsNamedWithThoseThatExist(String name) throws IOException {
    Files.writeString(
        Files.createDirectory(directory.resolve("profiles")).resolve("staging"), "endpoints=a:1");

    assertThat(configuration(Map.of()).profile(name, problems).list()).isEmpty();
    assertThat(problem()).contains("--profile " + name, "it has staging.");
  }

  @Test
  void withoutADirectoryThereAreNoProfilesAndPlugins() {
    assertThat(configuration(Map.of()).plugins(problems)).isEmpty();
    assertThat(problems.list()).isEmpty();
    configuration(Map.of()).profile("staging", problems);
    assertThat(problem()).contains("create a file");
  }

  @Test
  void jarsOfADirectoryThatOthersWriteToAreNotRun() throws IOException {
    Path plugins = Files.createDirectory(directory.resolve("plugins"));
    Path jar = Files.createFile(plugins.resolve("redis.jar"));
    Files.createFile(plugins.resolve("README"));

    assertThat(configuration(Map.of()).plugins(problems)).containsExactly(jar);
    Files.setPosixFilePermissions(plugins, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(configuration(Map.of()).plugins(problems)).isEmpty();
    assertThat(problem()).contains(plugins.toString(), "chmod o-w");
  }

  private List<Assignment> variables(Map<String, String> environment) {
    Assignments found = configuration(environment).variables(SETTINGS, problems);
    return found.list();
  }

  private UserConfiguration configuration(Map<String, String> environment) {
    return new UserConfiguration(directory, environment);
  }

  private String problem() {
    assertThat(problems.list()).hasSize(1);
    Problem only = problems.list().getFirst();
    return only.toString();
  }
}
