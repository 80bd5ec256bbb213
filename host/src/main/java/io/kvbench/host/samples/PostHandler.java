package io.kvbench.host.samples;

import java.nio.charset.StandardCharsets;

/**
 * A handler of requests other than those for samples and the clock: POST with one small document.
 */
public interface PostHandler {
  /** The maximum size of a document, in bytes. */
  int LIMIT = 65_536;

  /** Rejects every request. */
  PostHandler NONE = (path, sender, document) -> Answer.NOT_FOUND;

  /**
   * An answer.
   *
   * @param status of HTTP
   * @param content which nothing changes any more
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Answer(int status, String type, byte[] content) {
    static final Answer NOT_FOUND = new Answer(404, "text/plain", new byte[0]);

    /** Answers with a document. */
    public static Answer json(int status, String text) {
      return new Answer(status, "application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with bytes. */
    public static Answer bytes(byte[] content) {
      return new Answer(200, "application/octet-stream", content);
    }
  }

  /**
   * Answers a request on the thread of the connection, with about as many in parallel as there are
   * connections.
   *
   * @param sender the certificate's subject and the address of the client
   * @param document at most {@link #LIMIT} bytes, unchecked
   */
  Answer answer(String path, String sender, byte[] document);
}
