package io.kvbench.runner.distributed.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.host.clock.ClockOffset;
import io.kvbench.runner.distributed.Certificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.server.auth.DigestLoginModule;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the coordination on a real server with certificates. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CoordinationServerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(3);

  private Certificates certificates;
  private Certificates others;
  private CoordinationServer server;
  private ControllerConnection controller;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    certificates = Certificates.in(directory.resolve("run"));
    others = Certificates.in(directory.resolve("others"));
    anotherServerRanInThisProcess();
    Configuration.setConfiguration(new LoginOfAnotherClient());
    server =
        CoordinationServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            certificates.server(),
            directory.resolve("server"));
    controller = ControllerConnection.connect(address(), certificates.controller(), PATIENCE);
    controller.prepare();
  }

  /** Leaves the library as a ZooKeeper server without certificates does. */
  private static void anotherServerRanInThisProcess() {
    ProviderRegistry.reset();
    ProviderRegistry.initialize();
  }

  @Test
  void aSecondServerInOneProcessIsRefused(@TempDir Path directory) {
    assertThatThrownBy(
            () ->
                CoordinationServer.start(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    certificates.server(),
                    directory))
        .hasMessage(
            "a run with load agents is going on in this process: start the next one after it");
  }

  @AfterAll
  void stop() {
    controller.close();
    server.close();
    Configuration.setConfiguration(null);
  }

  /** The process-wide login that a client of a ZooKeeper with SASL leaves behind. */
  private static final class LoginOfAnotherClient extends Configuration {
    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
      return new AppConfigurationEntry[] {
        new AppConfigurationEntry(
            DigestLoginModule.class.getName(),
            LoginModuleControlFlag.REQUIRED,
            Map.of("username", "me", "password", "secret"))
      };
    }
  }

  private String address() {
    return "127.0.0.1:" + server.port();
  }

  private ControllerConnection agent() throws Exception {
    return ControllerConnection.connect(address(), certificates.agent(), PATIENCE);
  }

  @Test
  void messagesArriveWholeAndInTheirOrder() throws Exception {
    BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
    Inbox inbox = Inbox.fromAgent(controller, "writer", received::add, CoordinationServerIT::fail);
    try (ControllerConnection agent = agent()) {
      Outbox unused = Outbox.toAgent(controller, "writer", agent.fingerprint());
      Outbox out = Outbox.fromAgent(agent, "writer");
      int[] lengths = {0, 1, 512 * 1024, 512 * 1024 + 1, 3_000_000, 7};
      for (int length : lengths) {
        out.send(bytes(length));
      }
      for (int length : lengths) {
        assertThat(received.poll(60, TimeUnit.SECONDS)).isEqualTo(bytes(length));
      }
    } finally {
      inbox.close();
    }
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void fail(IOException problem) {
    throw new IllegalStateException(problem);
  }

  @Test
  void whoComesAndGoesIsTold() throws Exception {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    AgentMembership members =
        AgentMembership.watch(
            controller,
            (name, hello) ->
                told.add("joined " + name + " " + new String(hello, StandardCharsets.UTF_8)),
            name -> told.add("left " + name));
    try {
      String name;
      try (ControllerConnection agent = agent()) {
        name = AgentMembership.join(agent, "hello".getBytes(StandardCharsets.UTF_8));
        assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("joined " + name + " hello");
      }
      assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("left " + name);
    } finally {
      members.close();
    }
  }

  @Test
  void aCertificateOfAnotherAuthorityIsNotLetIn() {
    Identity rogue = new Identity(others.agent().own(), certificates.server().authority());

    assertThatThrownBy(() -> ControllerConnection.connect(address(), rogue, SHORT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not accept the other's certificate");
  }

  @Test
  void anAgentDoesNotJoinAnotherAuthoritysController() {
    Identity trusting = new Identity(certificates.agent().own(), others.server().authority());

    assertThatThrownBy(() -> ControllerConnection.connect(address(), trusting, SHORT))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aHostsCertificateIsNoAgents() {
    assertThatThrownBy(() -> ControllerConnection.connect(address(), certificates.server(), SHORT))
        .isInstanceOf(IOException.class);
  }

  @Test
  void plainTextIsNotAnswered() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write("srvr\n".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();

      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

      assertThat(answer).doesNotContainIgnoringCase("zookeeper");
    }
  }

  @Test
  void anAgentReachesOnlyItsOwnMessages() throws Exception {
    String another = "0".repeat(64);
    Outbox orders = Outbox.toAgent(controller, "another", another);
    orders.send(new byte[] {1});
    try (ControllerConnection agent = agent()) {
      assertThatThrownBy(() -> Outbox.toAgent(agent, "more", agent.fingerprint()))
          .isInstanceOf(IOException.class);
      for (String place :
          List.of("/", "/zookeeper", "/to", "/from", "/to/another", "/from/another")) {
        refused(() -> agent.curator().setData().forPath(place, new byte[1]));
        refused(() -> agent.curator().getChildren().forPath(place));
        refused(
            () -> agent.curator().create().forPath(place.equals("/") ? "/own" : place + "/own"));
      }
      refused(() -> agent.curator().getChildren().forPath("/to/another"));
      refused(() -> agent.curator().delete().forPath("/to/another"));
      refused(
          () ->
              agent
                  .curator()
                  .create()
                  .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                  .forPath("/from/another/m-", new byte[1]));
    }
  }

  private static void refused(ThrowingCallable attempt) {
    assertThatThrownBy(attempt).hasMessageContaining("NoAuth");
  }

  /** No connection is closed and no packets arrive, as when a cable is pulled. */
  @Test
  void bothSidesOfASilentConnectionCountItAsLost() throws Exception {
    BlockingQueue<String> left = new LinkedBlockingQueue<>();
    CountDownLatch lost = new CountDownLatch(1);
    try (Cable cable = Cable.to(server.port())) {
      AgentMembership members = AgentMembership.watch(controller, (name, hello) -> {}, left::add);
      try (ControllerConnection agent =
          ControllerConnection.connect(
              "127.0.0.1:" + cable.port(), certificates.agent(), PATIENCE)) {
        agent.whenLost(lost::countDown);
        String name = AgentMembership.join(agent, new byte[0]);
        cable.pull();

        assertThat(lost.await(60, TimeUnit.SECONDS)).as("the agent counts itself as lost").isTrue();
        for (String each = left.poll(60, TimeUnit.SECONDS); !name.equals(each); ) {
          assertThat(each).as("the controller notices").isNotNull();
          each = left.poll(60, TimeUnit.SECONDS);
        }
      } finally {
        members.close();
      }
    }
  }

  /** A proxy that forwards bytes in both directions until it is cut. */
  private static final class Cable implements AutoCloseable {
    private final ServerSocket listening =
        new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;
    private final List<Socket> ends = new CopyOnWriteArrayList<>();
    private volatile boolean pulled;

    private Cable(int target) throws IOException {
      this.target = target;
    }

    static Cable to(int port) throws IOException {
      Cable cable = new Cable(port);
      Thread unused = Thread.ofPlatform().daemon().start(cable::accept);
      return cable;
    }

    int port() {
      return listening.getLocalPort();
    }

    void pull() {
      pulled = true;
    }

    private void accept() {
      try {
        while (true) {
          Socket here = listening.accept();
          Socket there = new Socket(InetAddress.getLoopbackAddress(), target);
          ends.addAll(List.of(here, there));
          Thread one = Thread.ofPlatform().daemon().start(() -> pass(here, there));
          Thread two = Thread.ofPlatform().daemon().start(() -> pass(there, here));
          assertThat(List.of(one, two)).doesNotContainNull();
        }
      } catch (IOException e) {
        // It is closed.
      }
    }

    private void pass(Socket from, Socket to) {
      byte[] buffer = new byte[1 << 16];
      try {
        for (int read = from.getInputStream().read(buffer);
            read >= 0;
            read = from.getInputStream().read(buffer)) {
          if (!pulled) {
            to.getOutputStream().write(buffer, 0, read);
          }
        }
      } catch (IOException e) {
        // It is closed.
      }
    }

    @Override
    public void close() throws IOException {
      listening.close();
      for (Socket end : ends) {
        end.close();
      }
    }
  }

  @Test
  void aClockIsNotAheadOfItself() throws Exception {
    try (ControllerConnection agent = agent()) {
      ClockOffset offset = agent.clockOffset(NanoClock.system());

      assertThat(Math.abs(offset.aheadNanos()))
          .isLessThanOrEqualTo(offset.errorNanos() + 1_000_000);
      assertThat(offset.errorNanos()).isLessThan(500_000_000);
    }
  }
}
