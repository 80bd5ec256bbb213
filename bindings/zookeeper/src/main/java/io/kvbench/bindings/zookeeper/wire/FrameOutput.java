package io.kvbench.bindings.zookeeper.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.Record;
import org.jspecify.annotations.Nullable;

/**
 * The output of a connection: requests are encoded as frames at once, and sent together at the end
 * of the event loop's turn. For the thread of the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
final class FrameOutput {
  private static final int LENGTH_BYTES = 4;
  private static final int FIRST_BYTES = 1024;

  /** The frames to be sent, and their encoder. */
  private @Nullable ByteBuf written;

  private @Nullable BinaryOutputArchive requests;

  /** Adds a frame of these records; null stands for none. */
  void write(ChannelHandlerContext active, @Nullable Record... records) {
    ByteBuf frames = written;
    BinaryOutputArchive archive = requests;
    if (frames == null || archive == null) {
      frames = active.alloc().ioBuffer(FIRST_BYTES);
      archive = BinaryOutputArchive.getArchive(new ByteBufOutputStream(frames));
      written = frames;
      requests = archive;
      active.executor().execute(() -> flush(active));
    }
    int start = frames.writerIndex();
    frames.writeInt(0);
    try {
      for (Record part : records) {
        if (part != null) {
          part.serialize(archive, "part");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    frames.setInt(start, frames.writerIndex() - start - LENGTH_BYTES);
  }

  private void flush(ChannelHandlerContext active) {
    ByteBuf frames = written;
    written = null;
    requests = null;
    if (frames != null) {
      active.writeAndFlush(frames, active.voidPromise());
    }
  }

  /** Drops what has not been sent. */
  void release() {
    if (written != null) {
      written.release();
      written = null;
    }
  }
}
