package io.kvbench.runner.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.server.ProgramPath;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.setting.Problems;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.Requests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessProviderTest {
  @TempDir private Path directory;

  private static List<String> problems(ClusterRequest request) {
    Problems problems = new Problems();
    Clusters.load().check(request, problems);
    return problems.list().stream().map(problem -> problem.message()).toList();
  }

  private static ClusterRequest etcd(Map<String, String> given) {
    return Requests.of(Requests.ETCD, List.of(), given);
  }

  private static List<ServerProgram> programs(SystemDescriptor... systems) {
    return Stream.of(systems)
        .map(system -> Requests.of(system, List.of(), Map.of()).servers().program().orElseThrow())
        .toList();
  }

  private static Optional<Path> find(Optional<String> given, Path... path) {
    return new ProgramSearch(given, new ProgramPath(List.of(path), Optional.empty()))
        .find(programs(Requests.ETCD))
        .map(found -> found.getFirst().path());
  }

  @Test
  void findsAProgramWhereItIsSaidToBe() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Path other = Files.createDirectories(directory.resolve("other"));
    Path program = Programs.script(bin.resolve("etcd"));
    Path renamed = Programs.script(other.resolve("etcd-3.5"));
    Files.writeString(other.resolve("etcd"), "not a program");
    assertThat(find(Optional.empty(), other, bin).orElseThrow()).isEqualTo(program);
    assertThat(find(Optional.empty(), other)).isEmpty();
    assertThat(find(Optional.of(bin.toString())).orElseThrow()).isEqualTo(program);
    assertThat(find(Optional.of(directory.toString())).orElseThrow()).isEqualTo(program);
    assertThat(find(Optional.of(renamed.toString()), bin).orElseThrow()).isEqualTo(renamed);
    assertThat(find(Optional.of(other.toString()), bin)).isEmpty();
  }

  @Test
  void saysWhatIsMissingAndWhatToDo() {
    assertThat(
            new ProgramSearch(Optional.empty(), new ProgramPath(List.of(), Optional.empty()))
                .missing(programs(Requests.ETCD)))
        .isEqualTo(
            "etcd is not on the PATH (set cluster.bin, or install it,"
                + " https://etcd.io/docs/latest/install/)");
    String nowhere = directory.resolve("nowhere").toString();
    assertThat(problems(etcd(Map.of("cluster.bin", nowhere))))
        .singleElement()
        .asString()
        .contains("cluster.bin requires cluster=process")
        .contains("cluster.bin=" + nowhere + " does not exist");
    assertThat(problems(etcd(Map.of("cluster.bin", directory.toString()))))
        .singleElement()
        .asString()
        .contains("does not contain etcd");
    assertThat(problems(etcd(Map.of("cluster.bin", "/etc/passwd"))))
        .singleElement()
        .asString()
        .contains("is not an executable program");
  }

  @Test
  void aProgramThatIsGivenWinsOverTheServersInside() throws Exception {
    Path home = Programs.distribution(directory);
    ClusterRequest request =
        Requests.of(Requests.ZOOKEEPER, List.of(), Map.of("cluster.bin", home.toString()));
    assertThat(problems(request)).isEmpty();
    assertThat(Clusters.load().intent(request))
        .matches(
            "ZooKeeper 3\\.9\\.\\d+: 1 process from .*/bin/zkServer.sh \\(cluster=auto: process\\)");
    assertThat(Clusters.load().intent(Requests.of(Requests.ZOOKEEPER, List.of(), Map.of())))
        .endsWith("(cluster=auto: embedded)");
  }

  @Test
  void refusesWhatItCannotDo() {
    assertThat(
            problems(
                Requests.of(Requests.named("etcd"), List.of("a:1"), Map.of("cluster", "process"))))
        .singleElement()
        .asString()
        .contains("endpoints are given");
  }

  @Test
  void saysWhichOfTwoProgramsIsMissing() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Programs.script(bin.resolve("etcd"));
    assertThat(
            new ProgramSearch(
                    Optional.empty(), new ProgramPath(List.of(bin), Optional.of(directory)))
                .missing(programs(Requests.CETCD, Requests.ETCD)))
        .startsWith(
            "cetcd is neither on the PATH nor in "
                + directory
                + " (set cluster.bin, or install it, which no")
        .contains("no package registry offers and kvbench does not build");
    Path proxy = Programs.script(directory.resolve("zetcd"));
    assertThat(
            new ProgramSearch(
                    Optional.of(proxy.toString()), new ProgramPath(List.of(), Optional.empty()))
                .missing(programs(Requests.ZETCD, Requests.ETCD)))
        .startsWith("etcd is not on the PATH");
  }
}
