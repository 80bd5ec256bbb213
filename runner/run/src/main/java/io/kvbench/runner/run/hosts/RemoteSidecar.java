package io.kvbench.runner.run.hosts;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.SamplingHeader;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sidecar of another host: hands its samples on, on this machine's clock, by a thread of its
 * own. One that is lost leaves a gap, and is asked again and again until it is back.
 */
final class RemoteSidecar implements AutoCloseable {
  private static final long FIRST_WAIT_MILLIS = 500;
  private static final long LONGEST_WAIT_MILLIS = 10_000;
  private static final Duration ENDING = Duration.ofSeconds(2);

  private final RemoteHost host;
  private final SidecarClient client;
  private final NanoClock clock;
  private final SampleTimeline timeline;
  private final SamplingHeader header;
  private final ClockOffset offset;
  private final Losses losses = new Losses();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile SampleStream stream;
  private @Nullable Thread thread;

  private RemoteSidecar(
      RemoteHost host, SidecarClient client, NanoClock clock, SampleStream stream) {
    this.host = host;
    this.client = client;
    this.clock = clock;
    this.stream = stream;
    timeline = new SampleTimeline(host.name());
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
    SidecarClient client = SidecarClient.of(settings, clock);
    Optional<RemoteSidecar> connected = Optional.empty();
    try {
      SampleStream stream = client.open(host);
      if (stream.header().targets().isEmpty()) {
        throw new IOException(
            "it watches no process; start it with --port, --name or --pid of the server");
      }
      connected = Optional.of(new RemoteSidecar(host, client, clock, stream));
      return connected.get();
    } catch (IOException e) {
      throw new IOException("the sidecar of " + host + ": " + Trouble.words(e), e);
    } finally {
      if (connected.isEmpty()) {
        client.close();
      }
    }
  }

  RemoteHost host() {
    return host;
  }

  /** Returns what it said of itself in the beginning. */
  SamplingHeader header() {
    return header;
  }

  /** Returns how far its clock was ahead in the beginning. */
  ClockOffset offset() {
    return offset;
  }

  /** Measures that once more, if the sidecar is there. */
  Optional<ClockOffset> offsetNow() throws InterruptedException {
    if (losses.isLost()) {
      return Optional.empty();
    }
    try {
      return Optional.of(client.offset(host));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the names that its processes have in the samples. */
  List<String> names() {
    return timeline.names(header);
  }

  /** Returns what went wrong, in a sentence for the user. */
  Optional<String> trouble() {
    return losses.told().map(told -> "The sidecar of " + host + " " + told);
  }

  /**
   * Hands samples on from now on, until it is closed.
   *
   * @param reader is called by one thread
   */
  void start(Consumer<HostSample> reader) {
    Thread following =
        Thread.ofPlatform().daemon().name("hosts-" + host.name()).unstarted(() -> follow(reader));
    thread = following;
    following.start();
  }

  /** Gives up a connection that says nothing any more; to be called now and then. */
  void closeIfSilent() {
    stream.closeIfSilent();
  }

  private void follow(Consumer<HostSample> reader) {
    try {
      while (!isClosing()) {
        timeline.begin(stream.header(), stream.offset());
        String why = read(reader);
        stream.close();
        if (!isClosing()) {
          losses.lost(clock.instant(), why);
          reconnect();
        }
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to; the end is as good as any.
    }
  }

  private String read(Consumer<HostSample> reader) {
    try {
      for (Optional<HostSample> next = stream.next(); next.isPresent(); next = stream.next()) {
        reader.accept(timeline.place(next.get()));
      }
      return "it ended";
    } catch (IOException e) {
      return Trouble.words(e);
    }
  }

  private void reconnect() throws InterruptedException {
    long waitMillis = FIRST_WAIT_MILLIS;
    while (!closing.await(waitMillis, TimeUnit.MILLISECONDS)) {
      waitMillis = Math.min(2 * waitMillis, LONGEST_WAIT_MILLIS);
      try {
        stream = client.open(host);
        losses.found(clock.instant());
        return;
      } catch (IOException e) {
        // It is tried again.
      }
    }
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  /** Ends the connection. Bounded; without an interrupt, which would close the reader's files. */
  @Override
  public void close() {
    closing.countDown();
    stream.close();
    client.close();
    Thread following = thread;
    try {
      if (following != null) {
        following.join(ENDING);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
