package io.kvbench.bindings.zookeeper.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.InputStream;

/** The input of the archive that decodes answers: the bytes of one frame. */
final class FrameInput extends InputStream {
  private ByteBuf bytes = Unpooled.EMPTY_BUFFER;

  void take(ByteBuf received) {
    bytes = received;
  }

  @Override
  public int read() {
    return bytes.isReadable() ? bytes.readUnsignedByte() : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    int count = Math.min(length, bytes.readableBytes());
    if (count == 0) {
      return -1;
    }
    bytes.readBytes(target, offset, count);
    return count;
  }
}
