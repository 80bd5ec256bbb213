package io.kvbench.bindings.consul.operation;

import io.kvbench.bindings.consul.api.ConsulDialect;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The encoder of the requests to one endpoint. Common parts are encoded once. */
public final class ConsulRequests {
  private static final byte[] END = ascii("\r\n\r\n");
  private static final byte[] TRANSACTION = ascii("PUT /v1/txn");
  private static final String LENGTH = "Content-Length: ";

  private final String header;
  private final String place;
  private final byte[] put;
  private final byte[] get;
  private final byte[] delete;
  private final byte[] afterPut;
  private final byte[] afterDelete;
  private final Map<ReadConsistency, byte[]> afterGet;
  private final Map<ReadConsistency, byte[]> afterRecords;
  private final Map<ReadConsistency, byte[]> afterKeys;
  private final byte[] swap;
  private final byte[] afterSwap;
  private final Map<ReadConsistency, byte[]> transaction;

  public ConsulRequests(Endpoint endpoint, ConsulClientOptions options) {
    header =
        "Host: "
            + endpoint
            + "\r\n"
            + options.token().map(known -> "X-Consul-Token: " + known.secret() + "\r\n").orElse("");
    String path =
        " /v1/kv/" + new String(options.keys().escapedPrefix(), StandardCharsets.US_ASCII);
    place = options.datacenter().map(name -> "dc=" + name).orElse("");
    put = ascii("PUT" + path);
    get = ascii("GET" + path);
    delete = ascii("DELETE" + path);
    afterPut = ascii(line(place) + header + LENGTH);
    afterDelete = ascii(line(place) + header + "\r\n");
    ConsulDialect dialect = options.dialect();
    afterGet = reading(dialect, dialect.form(), place, header + "\r\n");
    afterRecords = reading(dialect, dialect.parameter("recurse"), place, header + "\r\n");
    afterKeys = reading(dialect, dialect.parameter("keys"), place, header + "\r\n");
    swap = ascii("?cas=");
    afterSwap = ascii((place.isEmpty() ? "" : "&" + place) + " HTTP/1.1\r\n" + header + LENGTH);
    transaction = reading(dialect, "", place, header + LENGTH);
  }

  /** Returns the part after the path of read requests. */
  private static Map<ReadConsistency, byte[]> reading(
      ConsulDialect dialect, String form, String place, String header) {
    Map<ReadConsistency, byte[]> ends = new EnumMap<>(ReadConsistency.class);
    for (ReadConsistency each : ReadConsistency.values()) {
      ends.put(each, ascii(line(form, dialect.consistency(each), place) + header));
    }
    return ends;
  }

  /** Returns the end of the request line. */
  private static String line(String... parameters) {
    String given =
        Arrays.stream(parameters)
            .filter(parameter -> !parameter.isEmpty())
            .collect(Collectors.joining("&"));
    return (given.isEmpty() ? "" : "?" + given) + " HTTP/1.1\r\n";
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] ascii(long number) {
    return ascii(Long.toString(number));
  }

  public byte[] put(byte[] key, Value value) {
    return join(value, put, key, afterPut, ascii(value.size()), END);
  }

  public byte[] swap(byte[] key, long version, Value value) {
    return join(value, put, key, swap, ascii(version), afterSwap, ascii(value.size()), END);
  }

  public byte[] get(byte[] key, ReadConsistency consistency) {
    return join(get, key, after(afterGet, consistency));
  }

  /** Returns a request for all records with a prefix, or only for their keys. */
  public byte[] range(byte[] beginning, boolean keysOnly, ReadConsistency consistency) {
    return join(get, beginning, after(keysOnly ? afterKeys : afterRecords, consistency));
  }

  public byte[] delete(byte[] key) {
    return join(delete, key, afterDelete);
  }

  /** The consistency is that of a read-only transaction. */
  public byte[] transaction(byte[] body, ReadConsistency consistency) {
    return join(TRANSACTION, after(transaction, consistency), ascii(body.length), END, body);
  }

  /** Returns a request of a rare kind, which is not prepared. */
  public byte[] request(String method, String path, String parameters, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return join(
        ascii(method + " /v1/" + path + line(parameters, place) + header + LENGTH),
        ascii(bytes.length),
        END,
        bytes);
  }

  private static byte[] after(Map<ReadConsistency, byte[]> ends, ReadConsistency consistency) {
    return Objects.requireNonNull(ends.get(consistency));
  }

  private static byte[] join(Value value, byte[]... parts) {
    byte[] joined = join(value.size(), parts);
    value.toByteBuffer().get(joined, joined.length - value.size(), value.size());
    return joined;
  }

  private static byte[] join(byte[]... parts) {
    return join(0, parts);
  }

  /** Returns the concatenated parts, with free room after them. */
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
