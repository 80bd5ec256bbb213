package io.kvbench.host.samples;

import java.nio.charset.StandardCharsets;

/** Answers what is asked beside samples and the clock: POST with one small document. */
public interface Requests {
  /** How many bytes a document may have. */
  int LIMIT = 65_536;

  /** Answers nothing. */
  Requests NONE = (path, sender, document) -> Answer.NOT_FOUND;

  /** An answer. */
  final class Answer {
    static final Answer NOT_FOUND = new Answer(404, "text/plain", new byte[0]);

    private final int status;
    private final String type;
    private final byte[] content;

    private Answer(int status, String type, byte[] content) {
      this.status = status;
      this.type = type;
      this.content = content;
    }

    /** Answers with a document and a status of HTTP. */
    public static Answer json(int status, String text) {
      return new Answer(status, "application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with bytes, which the caller does not change any more. */
    public static Answer bytes(byte[] content) {
      return new Answer(200, "application/octet-stream", content);
    }

    int status() {
      return status;
    }

    String type() {
      return type;
    }

    byte[] content() {
      return content;
    }
  }

  /**
   * Answers on the thread of the connection, at most about as many at a time as there are
   * connections.
   *
   * @param sender the certificate's subject and the address of the one who asks
   * @param document at most {@link #LIMIT} bytes, of whatever was sent
   */
  Answer answer(String path, String sender, byte[] document);
}
