package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of attacks on the port at which agents join, during a run: it continues unharmed. */
@Tag("matrix")
final class CoordinationAttackIT {
  /** The allowed growth of a controller with a heap of 96 MB. */
  private static final long GROWTH_BYTES = 64L << 20;

  private static final long MOST_LOGGED_BYTES = 8L << 20;

  private static final String JAVA_OPTIONS = "JAVA_TOOL_OPTIONS";
  private static final int LARGE = 8 << 20;
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @TempDir private Path directory;

  private final List<KvbenchThread> agents = new ArrayList<>();
  private CertificateAuthority authority;
  private KvbenchProcess controller;
  private int port;
  private PortAttack attack;

  @BeforeEach
  void start() throws Exception {
    String files = directory.resolve("certs").toString();
    KvbenchCommand certs = KvbenchCommand.run(List.of("certs", files, "--host", "load1"));
    assertThat(certs.exitCode()).as(certs::said).isZero();
    authority = CertificateAuthority.open(directory.resolve("certs"));
    port = ServerProcess.freePorts(1).getFirst();
    attack = new PortAttack(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    List<String> run =
        new ArrayList<>(List.of("-db", "memory", "-P", "workloads/workloada", "-target", "500"));
    for (String setting :
        List.of(
            "clients=8",
            "connections=2",
            "recordcount=1000",
            "memory.nothing=true", // Agents in separate processes share no in-memory store.
            "operationcount=100000000",
            "maxexecutiontime=3600",
            "agents=external:2",
            "agents.listen=127.0.0.1:" + port,
            "agents.certs=certs",
            "agents.timeout=150s",
            "status.interval=1",
            "exit.on=never")) {
      run.addAll(List.of("-p", setting));
    }
    controller =
        KvbenchProcess.start(
            JAVA, directory, Map.of(JAVA_OPTIONS, "-Xmx96m -Xss512k"), run.toArray(String[]::new));
    controller.awaitErr("kvbench agent --controller");
    agents.add(agent());
    agents.add(agent());
    controller.await(
        () ->
            controller
                .err()
                .lines()
                .anyMatch(line -> line.startsWith("run ") && line.contains(" OK/s")),
        "the run phase");
  }

  private KvbenchThread agent() {
    return KvbenchThread.start(
        directory, "agent", "--controller", "127.0.0.1:" + port, "--certs", "certs/load1");
  }

  @AfterEach
  void stop() {
    agents.forEach(KvbenchThread::close);
    if (controller != null) {
      controller.close();
    }
  }

  /** The run ends as its user says, with both agents and nothing lost. */
  private void assertUnharmed() throws Exception {
    try (KvbenchThread late = agent()) {
      assertThat(late.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(late.err()).as("it still answers").contains("the run has its 2 agents already");
    }
    controller.signal("INT");
    assertThat(controller.exitCode()).as(controller::said).isEqualTo(ExitCode.INTERRUPTED);
    for (KvbenchThread agent : agents) {
      assertThat(agent.exitCode()).as(agent::said).isZero();
    }
    RunResult result = controller.result();
    assertThat(result.statusReason()).contains("interrupted in the run phase");
    assertThat(result.agents().orElseThrow())
        .hasSize(2)
        .allMatch(agent -> agent.status() == AgentResult.Status.COMPLETE);
    assertThat(result.phases().getLast().okCount()).isPositive();
    assertThat(controller.err()).doesNotContain("Exception", "OutOfMemory");
    assertThat(Files.size(controller.resultDirectory().resolve("logs/client.log")))
        .as("what strangers have sent is logged to an extent")
        .isBetween(1L, MOST_LOGGED_BYTES);
  }

  @Test
  void onlyCertificatesOfTheRunAreLetIn() throws Exception {
    Path ca = authority.certificate();
    CertificateAuthority other = CertificateAuthority.create(directory.resolve("other"));
    PemPair own = PemPair.named(directory.resolve("certs/load1"), "agent");
    PemPair host = PemPair.named(directory.resolve("certs/load1"), "host");
    PemPair stranger =
        other.issue(CertificateRequest.of("load1", CertificateUse.PEER, List.of("load1")));
    PemPair expired =
        authority.issue(new CertificateRequest("old", CertificateUse.PEER, List.of(), 9, 2));
    assertThat(session(TlsContexts.mutual(own, ca))).as("an agent's certificate").isTrue();
    for (SSLContext refused :
        List.of(
            TlsContexts.trusting(ca),
            TlsContexts.mutual(stranger, ca),
            TlsContexts.mutual(expired, ca),
            TlsContexts.mutual(host, ca))) {
      assertThat(session(refused)).isFalse();
    }
    for (byte[] plain :
        List.of(
            connect(),
            "srvr\n".getBytes(StandardCharsets.US_ASCII),
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))) {
      // Nothing, or an alert of TLS.
      assertThat(attack.said(plain))
          .satisfiesAnyOf(
              said -> assertThat(said).isEmpty(),
              said -> assertThat(said).startsWith("\u0015\u0003"));
    }
    assertUnharmed();
  }

  /** The first message of a ZooKeeper client: no session yet, and a timeout of six seconds. */
  private static byte[] connect() {
    ByteBuffer message = ByteBuffer.allocate(4 + 45);
    message.putInt(45).putInt(0).putLong(0).putInt(6_000).putLong(0).putInt(16);
    message.put(new byte[16]).put((byte) 0);
    return message.array();
  }

  /** Returns whether a client with this certificate, or with none, gets a session. */
  private boolean session(SSLContext shown) {
    try (Socket socket = secured(shown)) {
      socket.getOutputStream().write(connect());
      byte[] length = socket.getInputStream().readNBytes(4);
      if (length.length < 4) {
        return false;
      }
      byte[] answer = socket.getInputStream().readNBytes(ByteBuffer.wrap(length).getInt());
      // Protocol, timeout, session: one that is refused has neither of the latter.
      return ByteBuffer.wrap(answer).getInt(4) > 0 && ByteBuffer.wrap(answer).getLong(8) != 0;
    } catch (IOException e) {
      return false;
    }
  }

  private Socket secured(SSLContext shown) throws IOException {
    Socket socket =
        shown.getSocketFactory().createSocket(attack.connect(), "127.0.0.1", port, true);
    socket.setSoTimeout(30_000);
    return socket;
  }

  /** Most of it without a certificate, since that is what strangers can do. */
  @Test
  void floodsLeaveItsMemoryFlatAndTheRunAsItIs() throws Exception {
    Random random = new Random(1);
    attack.garbage(random, 200);
    long before = PortAttack.residentBytes(controller.handle());
    attack.garbage(random, 2_000);
    SSLContext agent =
        TlsContexts.mutual(
            PemPair.named(directory.resolve("certs/load1"), "agent"), authority.certificate());
    for (int time = 0; time < 50; time++) {
      sendTooMuch(agent, time % 2 == 0);
    }
    attack.hold(() -> assertThat(controller.handle().isAlive()).isTrue());
    assertUnharmedMemory(before);
    assertUnharmed();
  }

  private void assertUnharmedMemory(long before) {
    assertThat(PortAttack.residentBytes(controller.handle())).isLessThan(before + GROWTH_BYTES);
  }

  /** A frame that says to be longer than any, before or after there is a session. */
  private void sendTooMuch(SSLContext agent, boolean first) {
    try (Socket socket = secured(agent)) {
      if (!first) {
        socket.getOutputStream().write(connect());
      }
      socket.getOutputStream().write(new byte[] {127, -1, -1, -1});
      socket.getOutputStream().write(new byte[LARGE]);
      socket.getOutputStream().flush();
      int more = socket.getInputStream().readAllBytes().length;
      assertThat(more).as("nothing but the answer to the first message").isLessThan(100);
    } catch (IOException e) {
      // It has hung up before everything was sent.
    }
  }
}
