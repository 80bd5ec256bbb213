package io.kvbench.runner.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.Listening;
import io.kvbench.host.samples.SampleServer;
import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import io.kvbench.testkit.Certificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests against the server that real sidecars listen with, on a clock that is an hour ahead. */
class RemoteSidecarIT {
  private static final Duration AHEAD = Duration.ofHours(1);
  private static final NanoClock OURS = NanoClock.system();
  private static final SamplingHeader HEADER = RemoteSamples.header(RemoteSamples.START, "2379");

  /** The clock of a host far away. */
  private static final class ClockAhead implements NanoClock {
    @Override
    public long nanos() {
      return OURS.nanos();
    }

    @Override
    public Instant instant() {
      return OURS.instant().plus(AHEAD);
    }

    @Override
    public void parkUntil(long nanos) {
      LockSupport.parkNanos(nanos - OURS.nanos());
    }
  }

  /** A reader that records the calls it receives. */
  private static final class Recorder implements HostSource.Reader {
    private final BlockingQueue<HostSample> samples = new LinkedBlockingQueue<>();
    private SamplingHeader header = RemoteSamples.header(RemoteSamples.START);
    private Optional<String> why = Optional.empty();

    @Override
    public void begun(SamplingHeader told) {
      header = told;
    }

    @Override
    public void sample(HostSample sample) {
      samples.add(sample);
    }

    @Override
    public void ended(String told) {
      lost(told);
    }

    @Override
    public void lost(String told) {
      why = Optional.of(told);
    }
  }

  @TempDir private Path directory;
  private final Recorder reader = new Recorder();
  private final NanoClock theirs = new ClockAhead();

  @Test
  void samplesComeOnOurClockOverTlsToWhoeverHasTheToken() throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair pair = certificates.valid("server");
    Path token = token("token", "0123456789abcdef0123");
    Listening listening =
        new Listening(
            HostAddress.parse("127.0.0.1:0"),
            Optional.of(BearerToken.read(token)),
            Optional.of(TlsContexts.identified(new PemPair(pair.certificate(), pair.key()))));
    String trust = "hosts.cacert=" + certificates.authority();
    try (SampleServer server = SampleServer.open(listening, line(HEADER), theirs)) {
      RemoteSidecar remote = connect(server, trust, "hosts.token.file=" + token);
      assertThat(remote.names()).containsExactly("node1");
      assertThat(remote.every()).isEqualTo(Duration.ofSeconds(1));
      remote.begin(reader);
      publish(server, 0);
      HostSample first = next();
      remote.end();

      ClockResult clock = remote.clock().orElseThrow();
      assertThat(clock.uncertaintyNanos()).isPositive();
      assertThat(Math.abs(clock.offsetNanos() - AHEAD.toNanos()))
          .isLessThanOrEqualTo(clock.uncertaintyNanos());
      assertThat(Math.abs(clock.offsetNanosAtEnd().orElseThrow() - AHEAD.toNanos()))
          .isLessThanOrEqualTo(clock.uncertaintyNanosAtEnd().orElseThrow());
      assertThat(Duration.between(first.at().plus(AHEAD), RemoteSamples.START).abs())
          .isLessThanOrEqualTo(Duration.ofNanos(clock.uncertaintyNanos()));
      assertThat(first.process("node1")).isPresent();
      assertThat(reader.header).isEqualTo(HEADER);
      assertThat(reader.why).as("it was not lost but left").isEmpty();

      fails(server, "it requires a token", trust);
      Path wrong = token("wrong", "0123456789abcdef0124");
      fails(server, "it rejects the token", trust, "hosts.token.file=" + wrong);
      fails(server, "TLS failed", "hosts.tls=true", "hosts.token.file=" + token);
      fails(server, "hosts.tls=true", "hosts.token.file=" + token);
    }
  }

  @Test
  void whatIsNoSidecarIsToldFromOne() throws Exception {
    SampleServer server = open("127.0.0.1:0", RemoteSamples.header(RemoteSamples.START));
    try (server) {
      fails(server, "watches no process");
      // The server may or may not interpret a greeting as the end of a line.
      fails(server, "TLS", "hosts.tls=true");
    }
    fails(server, "connection refused");
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> answer(other, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"));
      Settings settings = settings("hosts=node1=127.0.0.1:" + other.getLocalPort());
      assertThatThrownBy(() -> connect(settings))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not a kvbench sidecar");
    }
  }

  @Test
  void oneThatIsLostLeavesAGapAndIsFoundAgain() throws Exception {
    SampleServer server = open("127.0.0.1:0", HEADER);
    String place = "127.0.0.1:" + URI.create(server.address()).getPort();
    RemoteSidecar remote = connect(server);
    remote.begin(reader);
    publish(server, 0);
    publish(server, 1);
    assertThat(next().number()).isZero();
    assertThat(next().number()).isEqualTo(1);
    server.close();
    await(remote);
    assertThat(remote.trouble().orElseThrow()).contains("node1", "did not come back");

    SamplingHeader later = RemoteSamples.header(RemoteSamples.START.plusSeconds(5), "2379");
    try (SampleServer again = open(place, later)) {
      assertThat(again.awaitReader()).isTrue();
      publish(again, 0);
      HostSample after = next();
      assertThat(after.number()).as("not one after the other").isGreaterThan(2);
      assertThat(after.process("node1").orElseThrow().incarnation()).isPositive();
      remote.end();
      assertThat(reader.why.orElseThrow()).contains("node1", "samples of that time are missing");
    }
  }

  @Test
  void oneThatIsGoneAtTheEndIsSaidToBe() throws Exception {
    SampleServer server = open("127.0.0.1:0", HEADER);
    RemoteSidecar remote = connect(server);
    remote.begin(reader);
    server.close();
    await(remote);
    remote.end();
    assertThat(reader.why.orElseThrow()).contains("did not come back");
    assertThat(remote.clock().orElseThrow().offsetNanosAtEnd()).isEmpty();
  }

  private static void await(RemoteSidecar remote) throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (remote.trouble().isEmpty()) {
      assertThat(System.nanoTime()).as("waited long enough").isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  private HostSample next() throws InterruptedException {
    HostSample sample = reader.samples.poll(1, TimeUnit.MINUTES);
    assertThat(sample).isNotNull();
    return sample;
  }

  private SampleServer open(String place, SamplingHeader header) throws IOException {
    Listening listening =
        new Listening(HostAddress.parse(place), Optional.empty(), Optional.empty());
    return SampleServer.open(listening, line(header), theirs);
  }

  private static void publish(SampleServer server, long number) {
    server.publish(
        HostSampleLines.line(
            RemoteSamples.sample(number, RemoteSamples.START.plusSeconds(number), "2379")));
  }

  private static String line(SamplingHeader header) {
    return HostSampleLines.line(header);
  }

  private static void fails(SampleServer server, String words, String... given) {
    assertThatThrownBy(() -> connect(server, given))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("node1 (127.0.0.1:")
        .hasMessageContaining(words)
        .hasMessageNotContaining("0123456789");
  }

  private static RemoteSidecar connect(SampleServer server, String... given) throws Exception {
    String[] all = new String[given.length + 1];
    all[0] = "hosts=node1=127.0.0.1:" + URI.create(server.address()).getPort();
    System.arraycopy(given, 0, all, 1, given.length);
    return connect(settings(all));
  }

  private static RemoteSidecar connect(Settings settings) throws Exception {
    return RemoteSidecar.connect(
        settings.get(RemoteSettings.HOSTS).getFirst(), settings, NanoClock.system());
  }

  private static Settings settings(String... given) {
    Assignments assignments = new Assignments();
    for (String each : given) {
      int at = each.indexOf('=');
      assignments.add(each.substring(0, at), each.substring(at + 1), Origin.of("-p"));
    }
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, RemoteSettings.all(), problems);
    RemoteSettings.check(settings, problems);
    assertThat(problems.list()).isEmpty();
    return settings;
  }

  private Path token(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static void answer(ServerSocket listening, String answer) {
    try (Socket socket = listening.accept()) {
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The client left.
    }
  }
}
