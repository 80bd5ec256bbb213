package io.kvbench.runner.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.RemoteHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemoteSettingsTest {
  @TempDir private Path directory;
  private String token = "";

  @BeforeEach
  void makeToken() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "0123456789abcdef0123\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    token = "hosts.token.file=" + file;
  }

  @Test
  void hostsHaveNamesAndPortsOfTheirOwnOrTheUsualOnes() {
    Problems problems = new Problems();
    Settings settings = resolve(problems, "hosts=node1, db2=10.0.0.2:80 ,six=[::1]:81", token);
    RemoteSettings.check(settings, problems);

    assertThat(problems.list()).isEmpty();
    assertThat(settings.get(RemoteSettings.HOSTS))
        .containsExactly(
            new RemoteHost("node1", new HostAddress("node1", 9560)),
            new RemoteHost("db2", new HostAddress("10.0.0.2", 80)),
            new RemoteHost("six", new HostAddress("::1", 81)));
  }

  @Test
  void aTokenDoesNotTravelReadableUnlessToldSo() {
    assertThat(tls("node1")).isTrue();
    assertThat(tls("127.0.0.1")).isFalse();
    assertThat(tls("127.0.0.1", "hosts.tls=true")).isTrue();
    assertThat(tls("127.0.0.1", "hosts.cacert=ca.crt")).isTrue();
    assertThat(tls("node1", "hosts.tls=false")).isFalse();
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() throws IOException {
    Path open = Files.writeString(directory.resolve("open"), "0123456789abcdef0123\n");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(
            wrong(
                "hosts=node1,node1,client=127.0.0.1,agent-1=127.0.0.1",
                "hosts.token.file=" + open,
                "hosts.cacert=" + directory.resolve("nowhere"),
                "hosts.tls=false"))
        .hasSize(6)
        .anySatisfy(each -> assertThat(each).contains("node1 twice", "NAME=node1:9560"))
        .anySatisfy(each -> assertThat(each).contains("client, which is reserved"))
        .anySatisfy(each -> assertThat(each).contains("agent-1, which is reserved"))
        .anySatisfy(each -> assertThat(each).contains("every user", open.toString()))
        .anySatisfy(each -> assertThat(each).contains("nowhere is not there"))
        .anySatisfy(each -> assertThat(each).contains("no effect with hosts.tls=false"));
    assertThat(wrong("hosts=127.0.0.1,node1"))
        .singleElement()
        .asString()
        .contains("node1:9560", "hosts.token.file", "--token-file");
    assertThat(wrong(token, "hosts.tls=true"))
        .hasSize(2)
        .allSatisfy(each -> assertThat(each).contains("no effect without hosts"));
    assertThat(wrong("hosts=127.0.0.1", "hosts.cacert=" + open))
        .singleElement()
        .asString()
        .contains("open has no certificate");
  }

  @Test
  void whatIsNoHostIsRefused() {
    for (String text : List.of("a:0", "a:b", "=a", "a=", "a,,b", "http://a")) {
      assertThat(wrong("hosts=" + text, token))
          .as(text)
          .singleElement()
          .asString()
          .contains("[NAME=]HOST[:PORT]");
    }
    assertThat(wrong()).isEmpty();
  }

  private static boolean tls(String host, String... given) {
    Settings settings = resolve(new Problems(), given);
    return RemoteSettings.tls(settings, RemoteHost.parse(host));
  }

  private static List<String> wrong(String... given) {
    Problems problems = new Problems();
    Settings settings = resolve(problems, given);
    RemoteSettings.check(settings, problems);
    return problems.list().stream().map(Problem::toString).toList();
  }

  private static Settings resolve(Problems problems, String... given) {
    Assignments assignments = new Assignments();
    for (String each : given) {
      int at = each.indexOf('=');
      assignments.add(each.substring(0, at), each.substring(at + 1), Origin.of("-p"));
    }
    return Settings.resolve(assignments, RemoteSettings.all(), problems);
  }
}
