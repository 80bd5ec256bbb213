package io.kvbench.runner.distributed.controller;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.distributed.AgentProgram;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.run.RunListener;
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
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * A starter of agents over SSH, with the user's own SSH configuration. They reach the controller's
 * loopback address through the session.
 *
 * @param ssh the command, without host
 * @param java on the hosts, or empty to look for it there
 * @param directory of the certificates, and where logs go
 */
record SshAgents(List<String> ssh, String java, Path jar, Path directory) {
  private static final Pattern NEED = Pattern.compile("(?m)^need$");
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
    List<String> ssh = AgentProgram.command(settings, LoadAgentSettings.SSH);
    ssh.addAll(List.of("-T", "-S", "none", "-o", "BatchMode=yes", "-o", "LogLevel=INFO"));
    ssh.addAll(List.of("-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=5"));
    return new SshAgents(
        List.copyOf(ssh), settings.find(LoadAgentSettings.JAVA).orElse(""), jar, directory);
  }

  /**
   * Copies the jar where it is not, and starts an agent on each host; on all hosts at once.
   *
   * @param tasks how long each of the two may take
   * @throws IOException that names every host where that failed
   */
  AgentProcesses start(List<String> hosts, int port, SshTasks tasks, RunListener listener)
      throws IOException, InterruptedException {
    String digest = digest();
    copy(hosts, digest, tasks, listener);
    AgentProcesses agents = new AgentProcesses(tasks.clock());
    boolean complete = false;
    try {
      List<SshSession> all = new ArrayList<>();
      for (String host : hosts) {
        int number = all.size() + 1;
        Path log = AgentProcesses.log(directory, number);
        SshSession session =
            open(
                host,
                log,
                List.of("-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:" + port),
                script("agent.sh", digest));
        agents.add("agent " + number + " on " + host, session.process(), log);
        all.add(session);
      }
      String files = files();
      tasks.run(
          all, "no agent has been started", nanos -> {}, session -> introduce(session, files));
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

  private void copy(List<String> hosts, String digest, SshTasks tasks, RunListener listener)
      throws IOException, InterruptedException {
    List<SshSession> all = new ArrayList<>();
    boolean complete = false;
    try {
      for (String host : hosts) {
        Path log = directory.resolve("copy-" + (all.size() + 1) + ".log");
        all.add(open(host, log, List.of(), script("copy.sh", digest)));
      }
      UploadProgress sent = new UploadProgress(new LongAdder(), new LongAdder());
      tasks.run(
          all,
          "the jar has not arrived",
          nanos -> sent.tell(listener, nanos),
          session -> copy(session, sent));
      complete = true;
    } finally {
      if (!complete) {
        all.forEach(SshSession::end);
      }
    }
  }

  /** The progress of copying jars, in bytes. */
  private record UploadProgress(LongAdder done, LongAdder all) {
    private static final int MEGA = 1_000_000;

    void tell(RunListener listener, long nanos) {
      if (done.sum() < all.sum()) {
        listener.waiting("copying the jar, MB", done.sum() / MEGA, all.sum() / MEGA, nanos);
      }
    }
  }

  private void send(OutputStream out, UploadProgress sent) throws IOException {
    sent.all().add(Files.size(jar));
    try (InputStream in = Files.newInputStream(jar)) {
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        sent.done().add(read);
      }
    }
  }

  private Optional<String> copy(SshSession session, UploadProgress sent)
      throws IOException, InterruptedException {
    boolean needed = session.await(NEED).isPresent();
    try (OutputStream out = session.input()) {
      if (needed) {
        send(out, sent);
      }
    } catch (IOException e) {
      // Its exit reports why it accepts no more input.
    }
    return session.process().waitFor() == 0 ? Optional.empty() : Optional.of(session.problem());
  }

  /** Returns the files of an agent, each with a line that ends it. */
  private String files() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String file : FILES) {
      text.append(Files.readString(directory.resolve(file)).strip()).append("\n.\n");
    }
    return text.toString();
  }

  /** Sends what the agent needs. Its input stays open: it ends with that. */
  private static Optional<String> introduce(SshSession agent, String files)
      throws IOException, InterruptedException {
    Optional<String> port = agent.await(PORT);
    if (port.isEmpty()) {
      return Optional.of(agent.problem());
    }
    try {
      OutputStream out = agent.input();
      out.write((port.get() + "\n" + files).getBytes(StandardCharsets.UTF_8));
      out.flush();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(agent.problem());
    }
  }

  private SshSession open(String host, Path log, List<String> options, String script)
      throws IOException {
    List<String> command = new ArrayList<>(ssh);
    command.addAll(options);
    command.addAll(List.of("--", host, "exec sh -c " + quoted(script)));
    return SshSession.start(host, command, log);
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
