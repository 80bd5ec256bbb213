package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.wire.AnswerReader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A feed of a connection's bytes to an {@link AnswerReader}. */
public final class AnswerFeed {
  private final EmbeddedChannel channel = new EmbeddedChannel(AnswerReader.decoder());
  private final AnswerReader reader = new AnswerReader();

  public @Nullable HttpAnswer take(ByteBuf bytes) throws IOException {
    channel.writeInbound(bytes);
    return read();
  }

  /** The server closes the connection. */
  public @Nullable HttpAnswer end() throws IOException {
    channel.finish();
    return read();
  }

  private @Nullable HttpAnswer read() throws IOException {
    for (HttpObject part = channel.readInbound(); part != null; part = channel.readInbound()) {
      try {
        reader.take(part);
      } finally {
        ReferenceCountUtil.release(part);
      }
    }
    return reader.poll();
  }
}
