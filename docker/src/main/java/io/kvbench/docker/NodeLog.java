package io.kvbench.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The log of a node's containers, in a file. */
final class NodeLog {
  private static final int TAIL_LINES = 15;

  private final Path file;
  private final OutputStream out;

  NodeLog(Path file) throws IOException {
    this.file = file;
    this.out = Files.newOutputStream(file);
  }

  Path file() {
    return file;
  }

  /** The output of one container. */
  final class ContainerOutput {
    private long written;

    /**
     * Returns a reader of everything that the container has written since its first start. Of
     * several such readers each gets everything, and it is in the file once.
     */
    ResultCallback<Frame> reader() {
      return new ResultCallback.Adapter<>() {
        private long read;

        @Override
        public void onNext(Frame frame) {
          read += frame.getPayload().length;
          write(frame.getPayload(), read, ContainerOutput.this);
        }
      };
    }
  }

  /** Writes the new part of bytes that end at a position of a part. */
  private synchronized void write(byte[] bytes, long end, ContainerOutput part) {
    int missing = (int) Math.min(bytes.length, end - part.written);
    if (missing <= 0) {
      return;
    }
    try {
      out.write(bytes, bytes.length - missing, missing);
      part.written = end;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the whole log so far. */
  String text() throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  String tail() {
    try {
      List<String> lines = text().lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(" + file + " cannot be read: " + FileReason.of(e) + ")";
    }
  }

  synchronized void close() {
    try {
      out.close();
    } catch (IOException e) {
      // Everything that could be written is there.
    }
  }
}
