package io.kvbench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A stand-in for kvbench: starts a cluster, reports it, and stays until killed or closes it. */
public final class ParentProgram {
  private ParentProgram() {}

  /** Takes a system and settings of the form {@code name=value}. */
  public static void main(String[] args) throws Exception {
    Map<String, String> given = new HashMap<>();
    for (String setting : Arrays.asList(args).subList(1, args.length)) {
      int equals = setting.indexOf('=');
      given.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    Cluster cluster = Requests.start(Requests.named(args[0]), given);
    for (ClusterNode node : cluster.nodes()) {
      String pids = node.pids().stream().map(String::valueOf).collect(Collectors.joining(","));
      System.out.println(pids + " " + node.endpoint());
    }
    cluster.keptNotice().ifPresent(System.out::println);
    System.out.println("ready");
    if (cluster.keptNotice().isEmpty()) {
      TimeUnit.MINUTES.sleep(10);
    }
    cluster.close();
  }

  /** Starts it in a separate process, with a separate directory for kept clusters. */
  public static Process start(Path states, String... args) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ParentProgram.class.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("XDG_STATE_HOME", states.toString());
    return builder.start();
  }

  /** Reads the process's output until it is ready. */
  public static List<String> readyLines(Process parent) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    String line = reader.readLine();
    while (line != null && !line.equals("ready")) {
      lines.add(line);
      line = reader.readLine();
    }
    assertThat(line).describedAs("after %s", lines).isEqualTo("ready");
    return lines;
  }
}
