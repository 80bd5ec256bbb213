package io.kvbench.runner.run.hosts;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream of lines that ends with an error at one without end, before it fills the memory. */
final class ShortLines extends FilterInputStream {
  private static final int LONGEST = 4 << 20;

  private int length;

  ShortLines(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    length = next == '\n' ? 0 : length + 1;
    return checked(next);
  }

  @Override
  public int read(byte[] bytes, int offset, int most) throws IOException {
    int count = super.read(bytes, offset, most);
    for (int i = 0; i < count; i++) {
      length = bytes[offset + i] == '\n' ? 0 : length + 1;
    }
    return checked(count);
  }

  private int checked(int result) throws IOException {
    if (length > LONGEST) {
      throw new IOException(SidecarErrors.NO_SIDECAR);
    }
    return result;
  }
}
