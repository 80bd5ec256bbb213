package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.etcd.wire.EtcdExchange;
import io.kvbench.bindings.etcd.wire.EtcdLink;
import io.kvbench.bindings.etcd.wire.RequestHeaders;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.testkit.Mutation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2Exception;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A link with requests in flight to a server that damages its frames. */
final class FuzzedLink implements EtcdLink.Owner {
  private static final Duration OPEN_LIMIT = Duration.ofSeconds(3);
  private static final int ENOUGH = 1 << 20;
  private static final Set<ErrorKind> NOT_THE_BINDINGS =
      Set.of(ErrorKind.WRONG_VALUE, ErrorKind.UNSENT, ErrorKind.BINDING_FAULT);

  private final Mutation mutation;
  private final boolean legal;
  private final FuzzedCalls calls;
  private final DamagedFrames frames;
  private final EtcdLink link;
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<FuzzedCalls.Asked> asked = new ArrayList<>();
  private final Set<Integer> answered = new TreeSet<>();
  private final Set<Integer> acknowledged = new TreeSet<>();
  private final ByteBuf fromClient = Unpooled.buffer();
  private int opened;
  private int retired;
  private int lost;
  private @Nullable Throwable fault;

  FuzzedLink(Mutation mutation, FuzzedCalls calls, EtcdClientOptions options) {
    this.mutation = mutation;
    this.legal = mutation.oneIn(2);
    this.calls = calls;
    this.frames = new DamagedFrames(mutation, legal);
    this.link = new EtcdLink(this, new RequestHeaders("etcd", false), options, OPEN_LIMIT);
    channel.freezeTime();
    channel.pipeline().addLast(link);
    channel.pipeline().fireChannelActive();
    channel.runPendingTasks();
  }

  // The events of the link.

  @Override
  public void opened(EtcdLink link) {
    opened++;
    if (lost > 0) {
      fault = new AssertionError("opened after it was lost");
    }
    for (int more = 1 + mutation.below(3); more > 0; more--) {
      send();
    }
  }

  @Override
  public void retired(EtcdLink link, List<EtcdExchange> left) {
    retired++;
    left.forEach(each -> each.end(Status.UNAVAILABLE));
  }

  @Override
  public void lost(EtcdLink link, Status why, boolean wasOpen) {
    lost++;
    Throwable cause = why.getCause();
    if (cause instanceof DecoderException) {
      cause = cause.getCause();
    }
    if (cause != null && !(cause instanceof Http2Exception)) {
      fault = cause;
    }
  }

  // The sequence of events.

  void run() throws Http2Exception {
    if (mutation.oneIn(20)) {
      frames.goAway(0, 0, "");
    }
    if (mutation.oneIn(2)) {
      frames.settings();
    } else {
      frames.unusualSettings();
    }
    deliver();
    for (int steps = 1 + mutation.below(8); steps > 0; steps--) {
      step();
      deliver();
    }
    if (legal) {
      makeRoom();
    }
    end();
  }

  private void step() {
    switch (mutation.below(8)) {
      case 0, 1 -> frames.aside(newestStream());
      case 2 -> send();
      case 3 -> {
        if (!asked.isEmpty() && mutation.oneIn(2)) {
          link.cancel(mutation.of(asked).exchange(), Status.CANCELLED);
        }
      }
      case 4 -> {
        if (mutation.oneIn(4)) {
          channel.advanceTimeBy(mutation.below(40), TimeUnit.SECONDS);
          channel.runScheduledPendingTasks();
        }
      }
      default -> answer();
    }
  }

  private void send() {
    if (opened > 0 && retired == 0 && lost == 0) {
      FuzzedCalls.Asked next = calls.next(mutation);
      asked.add(next);
      link.send(next.exchange());
    }
  }

  private void answer() {
    List<FuzzedCalls.Asked> open =
        asked.stream()
            .filter(each -> each.stream() > 0 && !answered.contains(each.stream()))
            .toList();
    if (!open.isEmpty()) {
      FuzzedCalls.Asked one = mutation.of(open);
      answered.add(one.stream());
      if (frames.answer(one.stream(), one.answer())) {
        acknowledged.add(one.stream());
      }
    }
  }

  private int newestStream() {
    return asked.stream().mapToInt(FuzzedCalls.Asked::stream).max().orElse(0);
  }

  private void deliver() {
    for (ByteBuf piece : frames.take()) {
      if (channel.isOpen()) {
        channel.writeInbound(piece);
        channel.runPendingTasks();
      } else {
        piece.release();
      }
    }
    channel.runPendingTasks();
  }

  /** Resets the limits: once there is room for a request, it is sent. */
  private void makeRoom() {
    frames.settings(3, 100, 4, 65_535);
    deliver();
    frames.windowUpdate(0, ENOUGH);
    // Some have begun only now.
    asked.stream()
        .filter(each -> each.stream() > 0 && !each.ended())
        .forEach(each -> frames.windowUpdate(each.stream(), ENOUGH));
    deliver();
    if (lost == 0) {
      assertThat(asked)
          .filteredOn(each -> !each.ended())
          .allMatch(each -> each.exchange().isSent());
    }
  }

  private void takeSent() {
    for (ByteBuf piece = channel.readOutbound(); piece != null; piece = channel.readOutbound()) {
      fromClient.writeBytes(piece);
      piece.release();
    }
  }

  private void end() throws Http2Exception {
    takeSent();
    channel.finish();
    takeSent();
    if (legal) {
      new ClientFrames(frames.settingsSaid()).read(fromClient);
    }
    fromClient.release();
    if (fault != null) {
      throw new AssertionError("the link met " + fault, fault);
    }
    assertThat(opened).isLessThanOrEqualTo(1);
    assertThat(retired).isLessThanOrEqualTo(1);
    assertThat(lost).isEqualTo(1);
    for (FuzzedCalls.Asked each : asked) {
      assertThat(each.calls()).as("times that %s was completed", each).isEqualTo(1);
      assertThat(NOT_THE_BINDINGS).doesNotContain(each.kind().orElse(ErrorKind.OTHER));
      if (legal && each.kind().isEmpty()) {
        assertThat(acknowledged)
            .as("%s was not answered with status 0", each)
            .contains(each.stream());
      }
    }
  }
}
