package io.kvbench.runner.run.hosts;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.clock.ClockOffset;
import io.kvbench.host.listen.HostClient;
import io.kvbench.host.listen.RemoteHost;
import io.kvbench.host.samples.SampleStream;
import io.kvbench.host.samples.SidecarClient;
import io.kvbench.host.samples.SidecarErrors;
import io.kvbench.results.format.HostsResult.ClockResult;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.SamplingHeader;
import io.kvbench.runner.cluster.RemoteSampling;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sidecar of another host, whose samples are forwarded on this machine's clock, by a separate
 * thread. A lost sidecar leaves a gap, and is reconnected until it is back.
 */
final class RemoteSidecar implements HostSource {
  private static final long FIRST_WAIT_MILLIS = 500;
  private static final long LONGEST_WAIT_MILLIS = 10_000;
  private static final Duration ENDING = Duration.ofSeconds(2);

  private final RemoteHost host;
  private final SidecarClient client;
  private final NanoClock clock;
  private final SampleTimeline timeline;
  private final SamplingHeader header;
  private final ClockOffset offset;
  private final SidecarOutages losses = new SidecarOutages();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile SampleStream stream;
  private @Nullable Thread thread;
  private @Nullable Reader reader;
  private volatile Optional<ClockOffset> offsetAtEnd = Optional.empty();

  private RemoteSidecar(
      RemoteHost host,
      SidecarClient client,
      NanoClock clock,
      SampleStream stream,
      boolean isPrefix) {
    this.host = host;
    this.client = client;
    this.clock = clock;
    this.stream = stream;
    timeline = new SampleTimeline(host.name(), isPrefix);
    header = stream.header();
    offset = stream.offset();
  }

  /**
   * Connects.
   *
   * @throws IOException with words for the user, if that is not possible
   */
  static RemoteSidecar connect(RemoteHost host, Settings settings, NanoClock clock)
      throws IOException, InterruptedException {
    return connect(host, RemoteSettings.client(settings, host, clock), true, clock);
  }

  /**
   * Connects to the agent of servers, whose names the processes have.
   *
   * @throws IOException with words for the user, if that is not possible
   */
  static RemoteSidecar ofServers(RemoteSampling sampling, NanoClock clock)
      throws IOException, InterruptedException {
    return connect(sampling.host(), client(sampling, clock), false, clock);
  }

  private static SidecarClient client(RemoteSampling sampling, NanoClock clock) {
    boolean secure = sampling.tls().isPresent();
    return new SidecarClient(
        new HostClient(sampling.host(), secure, sampling.tls()), Optional.empty(), clock);
  }

  private static RemoteSidecar connect(
      RemoteHost host, SidecarClient client, boolean isPrefix, NanoClock clock)
      throws IOException, InterruptedException {
    Optional<RemoteSidecar> connected = Optional.empty();
    try {
      SampleStream stream = client.open();
      if (stream.header().targets().isEmpty()) {
        throw new IOException(
            "it watches no process; start it with --port, --name or --pid of the server");
      }
      connected = Optional.of(new RemoteSidecar(host, client, clock, stream, isPrefix));
      return connected.get();
    } catch (IOException e) {
      throw new IOException("the sidecar of " + host + ": " + SidecarErrors.words(e), e);
    } finally {
      if (connected.isEmpty()) {
        client.close();
      }
    }
  }

  @Override
  public String host() {
    return host.name();
  }

  @Override
  public String kind() {
    return "sidecar";
  }

  @Override
  public Duration every() {
    return Duration.ofMillis(header.everyMillis());
  }

  @Override
  public Optional<ClockResult> clock() {
    return Optional.of(SampleTimeline.clock(offset, offsetAtEnd));
  }

  /** Returns the names that its processes have in the samples. */
  List<String> names() {
    return timeline.names(header);
  }

  /** Returns what went wrong so far, in a sentence for the user. */
  Optional<String> trouble() {
    return losses.told().map(told -> "The sidecar of " + host + " " + told);
  }

  @Override
  public void begin(Reader told) {
    reader = told;
    told.begun(header);
    thread =
        Thread.ofPlatform().daemon().name("hosts-" + host.name()).start(() -> follow(told::sample));
    Thread unused = Thread.ofVirtual().start(this::guard);
  }

  /** A host that is gone says nothing; the thread that reads would wait forever. */
  private void guard() {
    try {
      while (!closing.await(1, TimeUnit.SECONDS)) {
        stream.closeIfSilent();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow(Consumer<HostSample> samples) {
    try {
      while (!isClosing()) {
        timeline.begin(stream.header(), stream.offset());
        String why = read(samples);
        stream.close();
        if (!isClosing()) {
          losses.lost(clock.instant(), why);
          reconnect();
        }
      }
    } catch (InterruptedException e) {
      // No code interrupts this thread; if it happens, it ends.
    }
  }

  private String read(Consumer<HostSample> samples) {
    try {
      for (Optional<HostSample> next = stream.next(); next.isPresent(); next = stream.next()) {
        samples.accept(timeline.place(next.get()));
      }
      return "it ended";
    } catch (IOException e) {
      return SidecarErrors.words(e);
    }
  }

  private void reconnect() throws InterruptedException {
    long waitMillis = FIRST_WAIT_MILLIS;
    while (!closing.await(waitMillis, TimeUnit.MILLISECONDS)) {
      waitMillis = Math.min(2 * waitMillis, LONGEST_WAIT_MILLIS);
      try {
        stream = client.open();
        losses.found(clock.instant());
        return;
      } catch (IOException e) {
        // The connection is retried.
      }
    }
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  /** Ends the connection, without an interrupt: that would close the files of the reader. */
  @Override
  public void end() {
    if (isClosing()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      offsetAtEnd = offsetNow();
      close();
      Thread following = thread;
      if (following == null || following.join(ENDING)) {
        tellTrouble();
      }
    } catch (InterruptedException e) {
      close();
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void close() {
    closing.countDown();
    stream.close();
    client.close();
  }

  private void tellTrouble() {
    Reader told = reader;
    if (told != null) {
      trouble().ifPresent(told::lost);
    }
  }

  private Optional<ClockOffset> offsetNow() throws InterruptedException {
    if (losses.isLost()) {
      return Optional.empty();
    }
    try {
      return Optional.of(client.offset());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
