package io.kvbench.runner.distributed.controller;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.runner.distributed.AgentCount;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.distributed.StartedAgents;
import io.kvbench.runner.distributed.coordination.ControllerConnection;
import io.kvbench.runner.distributed.coordination.CoordinationServer;
import io.kvbench.runner.distributed.coordination.RunDirectory;
import io.kvbench.runner.distributed.kubernetes.KubernetesAgents;
import io.kvbench.runner.run.LoadTeam;
import io.kvbench.runner.run.RunListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The factory of the agents that plans request. */
public final class AgentTeams implements LoadTeam.Source {
  private static final Duration OWN_CONNECTION = Duration.ofSeconds(30);

  private final List<String> command;
  private final NanoClock clock = NanoClock.system();

  /**
   * Assembles agents.
   *
   * @param command what runs {@code kvbench agent} on this machine
   */
  public AgentTeams(List<String> command) {
    this.command = List.copyOf(command);
  }

  @Override
  public Optional<LoadTeam> assemble(
      RunPlan plan, StopSignal stop, RunListener listener, Consumer<List<Path>> logs)
      throws BindingException, InterruptedException {
    Optional<AgentCount> agents = plan.settings().find(LoadAgentSettings.AGENTS);
    if (agents.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(assemble(plan, agents.get(), stop, listener, logs));
    } catch (IOException e) {
      throw new BindingException(String.valueOf(e.getMessage()), e);
    }
  }

  private LoadTeam assemble(
      RunPlan plan,
      AgentCount agents,
      StopSignal stop,
      RunListener listener,
      Consumer<List<Path>> logs)
      throws IOException, BindingException, InterruptedException {
    listener.stage(
        (agents.external() ? "waiting for " : "starting ")
            + (agents.count() == 1 ? "an agent" : agents.count() + " agents"));
    return new AgentTeam(plan, clock, open(plan, agents, stop, listener, logs));
  }

  private static RunCertificates certificates(RunPlan plan, AgentCount agents, Path directory)
      throws IOException {
    Settings settings = plan.settings();
    return switch (agents.start()) {
      case HERE, SSH -> RunCertificates.ofThisMachine(directory);
      case EXTERNAL ->
          RunCertificates.of(
              Path.of(settings.get(LoadAgentSettings.CERTS)),
              directory,
              settings.find(LoadAgentSettings.ADDRESS).map(HostAddress::host));
      case KUBERNETES ->
          RunCertificates.ofRun(directory, LoadAgentSettings.dialled(settings, 0).host());
    };
  }

  private AgentRendezvous open(
      RunPlan plan,
      AgentCount agents,
      StopSignal stop,
      RunListener listener,
      Consumer<List<Path>> logs)
      throws IOException, BindingException, InterruptedException {
    AgentRendezvous assembly = new AgentRendezvous(stop, clock);
    boolean complete = false;
    try {
      RunDirectory directory = RunDirectory.create();
      assembly.owns(directory);
      assembly.owns(() -> logs.accept(AgentProcesses.logs(directory.path())));
      RunCertificates certificates = certificates(plan, agents, directory.path());
      InetSocketAddress address = address(plan, agents);
      CoordinationServer server =
          CoordinationServer.start(
              address, certificates.server(), directory.path().resolve("server"));
      assembly.owns(server);
      String own = host(address.getAddress()) + ":" + server.port();
      assembly.open(ControllerConnection.connect(own, certificates.controller(), OWN_CONNECTION));
      Duration timeout = plan.settings().get(LoadAgentSettings.TIMEOUT);
      StartedAgents started =
          switch (agents.start()) {
            case HERE ->
                AgentProcesses.start(
                    command, own, directory.path(), agents.count(), directory.path(), clock);
            case SSH ->
                SshAgents.of(plan.settings(), command, directory.path())
                    .start(
                        agents.hosts(),
                        server.port(),
                        new SshTasks(timeout, stop, clock),
                        listener);
            case EXTERNAL -> external(plan.settings(), server.port(), address, listener);
            case KUBERNETES ->
                KubernetesAgents.start(
                    plan.settings(),
                    agents.count(),
                    server.port(),
                    RunCertificates.ofAgents(directory.path()),
                    directory.path(),
                    listener::note);
          };
      assembly.owns(started);
      assembly.await(agents.count(), timeout, started);
      complete = true;
      return assembly;
    } finally {
      if (!complete) {
        assembly.close();
      }
    }
  }

  private static StartedAgents external(
      Settings settings, int port, InetSocketAddress address, RunListener listener) {
    Optional<HostAddress> dialled = settings.find(LoadAgentSettings.ADDRESS);
    listener.note(
        "Waiting for agents on port %s: 'kvbench agent --controller %s --certs DIR'.%s"
            .formatted(
                port,
                dialled.map(HostAddress::toString).orElse("HOST:" + port),
                address.getAddress().isLoopbackAddress() && dialled.isEmpty()
                    ? " Only agents on this machine can join; for others, set"
                        + " agents.listen=0.0.0.0:"
                        + port
                        + "."
                    : ""));
    return StartedAgents.BY_USER;
  }

  /** Returns where this process reaches itself. */
  private static String host(InetAddress address) {
    return address.isAnyLocalAddress() ? HostAddress.LOOPBACK : address.getHostAddress();
  }

  private static InetSocketAddress address(RunPlan plan, AgentCount agents) throws IOException {
    HostAddress address =
        agents.start() == AgentCount.Start.HERE || agents.ssh()
            ? new HostAddress(HostAddress.LOOPBACK, 0)
            : plan.settings().get(LoadAgentSettings.LISTEN);
    return new InetSocketAddress(InetAddress.getByName(address.host()), address.port());
  }
}
