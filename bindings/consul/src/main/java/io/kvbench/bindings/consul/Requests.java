package io.kvbench.bindings.consul;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the requests to one endpoint. What is the same in all of them is encoded once. */
final class Requests {
  private static final byte[] END = ascii("\r\n\r\n");
  private static final String LENGTH = "Content-Length: ";

  private final byte[] put;
  private final byte[] get;
  private final byte[] delete;
  private final byte[] afterPut;
  private final byte[] afterDelete;
  private final byte[] afterDefaultGet;
  private final byte[] afterConsistentGet;
  private final byte[] afterStaleGet;
  private final byte[] afterDefaultScan;
  private final byte[] afterConsistentScan;
  private final byte[] afterStaleScan;
  private final byte[] swap;
  private final byte[] afterSwap;
  private final byte[] transaction;

  Requests(Endpoint endpoint, ClientOptions options) {
    String header =
        "Host: "
            + endpoint
            + "\r\n"
            + options.token().map(known -> "X-Consul-Token: " + known.secret() + "\r\n").orElse("");
    String path =
        " /v1/kv/" + new String(options.keys().escapedPrefix(), StandardCharsets.US_ASCII);
    Optional<String> place = options.datacenter().map(name -> "dc=" + name);
    put = ascii("PUT" + path);
    get = ascii("GET" + path);
    delete = ascii("DELETE" + path);
    afterPut = ascii(line(place) + header + LENGTH);
    afterDelete = ascii(line(place) + header + "\r\n");
    Dialect dialect = options.dialect();
    Optional<String> form = Optional.of(dialect.form()).filter(name -> !name.isEmpty());
    afterDefaultGet = ascii(line(form, place) + header + "\r\n");
    afterConsistentGet =
        ascii(line(form, Optional.of(dialect.consistent()), place) + header + "\r\n");
    afterStaleGet = ascii(line(form, Optional.of(dialect.stale()), place) + header + "\r\n");
    Optional<String> below = Optional.of("recurse");
    afterDefaultScan = ascii(line(below, place) + header + "\r\n");
    afterConsistentScan = ascii(line(below, Optional.of("consistent"), place) + header + "\r\n");
    afterStaleScan = ascii(line(below, Optional.of("stale"), place) + header + "\r\n");
    swap = ascii("?cas=");
    afterSwap = ascii(place.map(name -> "&" + name).orElse("") + " HTTP/1.1\r\n" + header + LENGTH);
    transaction = ascii("PUT /v1/txn" + line(place) + header + LENGTH);
  }

  /** Returns the end of a request's first line. */
  @SafeVarargs
  private static String line(Optional<String>... parameters) {
    List<String> given = new ArrayList<>();
    for (Optional<String> parameter : parameters) {
      parameter.ifPresent(given::add);
    }
    return given.stream().collect(Collectors.joining("&", given.isEmpty() ? "" : "?", ""))
        + " HTTP/1.1\r\n";
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] ascii(long number) {
    return ascii(Long.toString(number));
  }

  byte[] put(byte[] key, Value value) {
    return join(value, put, key, afterPut, ascii(value.size()), END);
  }

  byte[] swap(byte[] key, long version, Value value) {
    return join(value, put, key, swap, ascii(version), afterSwap, ascii(value.size()), END);
  }

  byte[] get(byte[] key, ReadConsistency consistency) {
    byte[] after =
        switch (consistency) {
          case DEFAULT -> afterDefaultGet;
          case LINEARIZABLE -> afterConsistentGet;
          case STALE -> afterStaleGet;
        };
    return join(get, key, after);
  }

  /** Asks for all records whose keys begin with this one. */
  byte[] scan(byte[] beginning, ReadConsistency consistency) {
    byte[] after =
        switch (consistency) {
          case DEFAULT -> afterDefaultScan;
          case LINEARIZABLE -> afterConsistentScan;
          case STALE -> afterStaleScan;
        };
    return join(get, beginning, after);
  }

  byte[] delete(byte[] key) {
    return join(delete, key, afterDelete);
  }

  byte[] transaction(byte[] body) {
    return join(transaction, ascii(body.length), END, body);
  }

  private static byte[] join(Value value, byte[]... parts) {
    byte[] joined = join(value.size(), parts);
    value.toByteBuffer().get(joined, joined.length - value.size(), value.size());
    return joined;
  }

  private static byte[] join(byte[]... parts) {
    return join(0, parts);
  }

  /** Returns the parts one after the other, with room behind them. */
  private static byte[] join(int room, byte[]... parts) {
    int length = room;
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] joined = new byte[length];
    int end = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, joined, end, part.length);
      end += part.length;
    }
    return joined;
  }
}
