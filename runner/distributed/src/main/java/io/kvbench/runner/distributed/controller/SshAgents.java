package io.kvbench.runner.distributed.controller;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.distributed.LoadAgentSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Starts agents over SSH, with the user's own configuration of it. They reach the controller's
 * loopback address through the session.
 *
 * @param ssh the command, without host
 * @param java on the hosts, or empty to look for it there
 * @param directory of the certificates, and where logs go
 */
record SshAgents(List<String> ssh, String java, Path jar, Path directory) {
  private static final Pattern PORT = Pattern.compile("Allocated port (\\d{1,5}) for");
  private static final List<String> FILES = List.of("ca.crt", "agent.crt", "agent.key");

  /**
   * Returns them for a run.
   *
   * @param command what runs {@code kvbench agent} on this machine, from its jar
   */
  static SshAgents of(Settings settings, List<String> command, Path directory) throws IOException {
    Path jar = Path.of(command.get(command.indexOf("-cp") + 1));
    if (!Files.isRegularFile(jar)) {
      throw new IOException("agents on other hosts need kvbench.jar, and this is not run from it");
    }
    List<String> ssh = new ArrayList<>(List.of(settings.get(LoadAgentSettings.SSH).split(" +")));
    ssh.addAll(List.of("-T", "-S", "none", "-o", "BatchMode=yes", "-o", "LogLevel=INFO"));
    ssh.addAll(List.of("-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=5"));
    return new SshAgents(
        List.copyOf(ssh), settings.find(LoadAgentSettings.JAVA).orElse(""), jar, directory);
  }

  /** An agent that is being started. */
  private record Starting(String host, Process process, Path log) {}

  /**
   * Copies the jar where it is not, and starts an agent on each host.
   *
   * @throws IOException that names every host where that failed
   */
  AgentProcesses start(List<String> hosts, int port, NanoClock clock)
      throws IOException, InterruptedException {
    String digest = digest();
    copy(hosts, digest);
    AgentProcesses agents = new AgentProcesses(clock);
    boolean complete = false;
    try {
      List<Starting> all = new ArrayList<>();
      for (String host : hosts) {
        Starting started =
            run(
                host,
                "agent " + (all.size() + 1) + " on " + host,
                List.of("-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:" + port),
                script("agent.sh", digest));
        agents.add(started.process(), started.log());
        all.add(started);
      }
      List<String> problems = new ArrayList<>();
      for (Starting each : all) {
        introduce(each, problems);
      }
      refuse(problems);
      complete = true;
      return agents;
    } finally {
      if (!complete) {
        agents.close();
      }
    }
  }

  private String digest() throws IOException {
    try (InputStream in = Files.newInputStream(jar)) {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        sha.update(buffer, 0, read);
      }
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void copy(List<String> hosts, String digest) throws IOException, InterruptedException {
    List<Starting> all = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String host : hosts) {
      String name = "copy " + (all.size() + 1);
      all.add(run(host, name, List.of(), script("copy.sh", digest)));
    }
    for (Starting each : all) {
      try (OutputStream out = each.process().getOutputStream()) {
        if (!await(each, Pattern.compile("(?m)^need$")).isEmpty()) {
          Files.copy(jar, out);
        }
      } catch (IOException e) {
        // It says at its end why it takes no more.
      }
      if (each.process().waitFor() != 0) {
        problems.add(each.host() + ": " + AgentProcesses.last(each.log()));
      }
    }
    refuse(problems);
  }

  private static void refuse(List<String> problems) throws IOException {
    if (!problems.isEmpty()) {
      throw new IOException("agents cannot be started: " + String.join("; ", problems));
    }
  }

  /** Sends what the agent needs. Its input stays open: it ends with that. */
  private void introduce(Starting agent, List<String> problems)
      throws IOException, InterruptedException {
    String port = await(agent, PORT);
    if (port.isEmpty()) {
      problems.add(agent.host() + ": " + AgentProcesses.last(agent.log()));
      return;
    }
    StringBuilder text = new StringBuilder(port).append('\n');
    for (String file : FILES) {
      text.append(Files.readString(directory.resolve(file)).strip()).append("\n.\n");
    }
    try {
      OutputStream out = agent.process().getOutputStream();
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      problems.add(agent.host() + ": " + AgentProcesses.last(agent.log()));
    }
  }

  /** Waits until a process has written something, and returns that, or nothing if it has ended. */
  private static String await(Starting process, Pattern wanted)
      throws IOException, InterruptedException {
    while (true) {
      boolean ended = process.process().waitFor(50, TimeUnit.MILLISECONDS);
      Matcher found = wanted.matcher(Files.readString(process.log()));
      if (found.find()) {
        return found.group(found.groupCount());
      }
      if (ended) {
        return "";
      }
    }
  }

  private Starting run(String host, String name, List<String> options, String script)
      throws IOException {
    List<String> command = new ArrayList<>(ssh);
    command.addAll(options);
    command.addAll(List.of("--", host, "exec sh -c " + quoted(script)));
    Path log = directory.resolve(name + ".log");
    try {
      return new Starting(
          host,
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start(),
          log);
    } catch (IOException e) {
      throw new IOException("agents.ssh cannot be started: " + FileReason.of(e), e);
    }
  }

  private String script(String name, String digest) throws IOException {
    try (InputStream text = SshAgents.class.getResourceAsStream(name)) {
      if (text == null) {
        throw new IllegalStateException(name);
      }
      return "digest=%s java=%s\n%s"
          .formatted(
              digest,
              quoted(java),
              new String(text.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^#.*\n", ""));
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
