package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JvmOptionsTest {
  @Test
  void dividesInOrder() {
    var options =
        new JvmOptions(
            List.of(
                "-Xmx1g",
                "-agentlib:jdwp=transport=dt_socket,server=y,address=5005",
                "-Da=b c",
                "-javaagent:a.jar=port=1",
                "-agentpath:/x.so",
                "-Xrunjdwp:x",
                "-Xdebug",
                "-Dcom.sun.management.jmxremote.port=9010",
                "-XX:StartFlightRecording=filename=x.jfr",
                "--add-opens=java.base/java.nio=ALL-UNNAMED"));
    assertThat(options.passed())
        .containsExactly("-Xmx1g", "-Da=b c", "--add-opens=java.base/java.nio=ALL-UNNAMED");
    assertThat(options.held())
        .hasSize(7)
        .allMatch(option -> option.matches("-(agent|javaagent|X|Dcom).*"));
  }

  @Test
  void removesFromTheEnvironmentOnlyWhatCannotBeShared() {
    Map<String, String> environment = new HashMap<>();
    environment.put("JAVA_TOOL_OPTIONS", "-Da=b  -agentlib:jdwp=server=y,address=5005 -Xmx1g");
    environment.put("_JAVA_OPTIONS", "-javaagent:x.jar");
    environment.put("OTHER", "-javaagent:x.jar");
    JvmOptions.removeHeld(environment);
    assertThat(environment)
        .containsEntry("JAVA_TOOL_OPTIONS", "-Da=b -Xmx1g")
        .containsEntry("_JAVA_OPTIONS", "")
        .containsEntry("OTHER", "-javaagent:x.jar")
        .hasSize(3);
  }
}
