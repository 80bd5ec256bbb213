package io.kvbench.runner.distributed.message;

import io.kvbench.host.json.StrictJson;
import java.io.IOException;

/** The messages of a distributed run as JSON, and back. */
public final class Messages {
  /** The longest message, since histograms and records are binary. */
  private static final StrictJson JSON = new StrictJson(64 << 20);

  private Messages() {}

  /** Returns a hello, an order or a report in UTF-8. */
  public static byte[] encode(Record message) {
    return JSON.message(message);
  }

  /** Reads an agent's hello; agents of other versions are refused by name. */
  public static Hello hello(byte[] message) throws IOException {
    return JSON.messageOfAnyVersion(message, Hello.class);
  }

  /** Reads an order of the controller. */
  public static Order order(byte[] message) throws IOException {
    return JSON.message(message, Order.class);
  }

  /** Reads an agent's report. */
  public static Report report(byte[] message) throws IOException {
    return JSON.message(message, Report.class);
  }
}
