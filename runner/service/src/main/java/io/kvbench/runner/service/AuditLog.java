package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.host.json.StrictJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The audit log {@code audit.log}: one line of JSON for each request that changes something or is
 * rejected. The number of rejected requests logged per second is limited, and the next line has the
 * number omitted, so that a flood of them neither fills the disk nor hides the rest. A full file is
 * kept once more as {@code audit.log.1}. For any thread.
 */
final class AuditLog implements AutoCloseable {
  private static final String NAME = "audit.log";
  private static final String OLDER = "audit.log.1";
  private static final long LARGEST = 16L << 20;
  private static final int REFUSALS_PER_SECOND = 10;

  private final Path directory;
  private final NanoClock clock;
  private FileChannel file;
  private long second;
  private int refusals;
  private long omitted;

  private AuditLog(Path directory, NanoClock clock, FileChannel file) {
    this.directory = directory;
    this.clock = clock;
    this.file = file;
  }

  /** Opens the log in a directory, behind what is there. */
  static AuditLog open(Path directory, NanoClock clock) throws IOException {
    return new AuditLog(directory, clock, channel(directory));
  }

  private static FileChannel channel(Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    return FileChannel.open(
        path,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS),
        FilePermissions.OWNER.ofFile(path));
  }

  /**
   * Writes a line.
   *
   * @param sender who asked
   * @param path as it was sent
   * @param status the answer
   * @param note what else there is to say, such as the run that was started
   */
  synchronized void write(
      String sender, String method, String path, int status, Optional<String> note) {
    if (status >= ServiceRefusal.BAD_REQUEST && isTooMany()) {
      omitted++;
      return;
    }
    ObjectNode line = StrictJson.object();
    line.put("time", clock.instant().toString());
    line.put("sender", sender);
    line.put("method", Excerpt.of(method));
    line.put("path", Excerpt.of(path));
    line.put("status", status);
    note.ifPresent(text -> line.put("note", text));
    if (omitted > 0) {
      line.put("omitted", omitted);
      omitted = 0;
    }
    append(StrictJson.SHORT.bytes(line));
  }

  private boolean isTooMany() {
    long now = clock.nanos() / Duration.ofSeconds(1).toNanos();
    refusals = now == second ? refusals + 1 : 1;
    second = now;
    return refusals > REFUSALS_PER_SECOND;
  }

  /** A log that cannot be written must not end the service. */
  private void append(byte[] line) {
    ByteBuffer bytes = ByteBuffer.allocate(line.length + 1).put(line).put((byte) '\n').flip();
    try {
      if (file.size() > LARGEST) {
        file.close();
        Files.move(
            directory.resolve(NAME), directory.resolve(OLDER), StandardCopyOption.REPLACE_EXISTING);
        file = channel(directory);
      }
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException e) {
      omitted++;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
