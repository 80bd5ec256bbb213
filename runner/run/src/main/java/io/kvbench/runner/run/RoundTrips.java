package io.kvbench.runner.run;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.format.RoundTripResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A measurement of the round-trip time to servers: the time to establish a TCP connection, which
 * the server's kernel answers by itself. Endpoints without a port are left out. A proxy on the way
 * answers in the server's place.
 */
record RoundTrips(NanoClock clock) {
  static final int TRIES = 7;

  /** The longest wait for a connection; an endpoint that exceeds it is not tried again. */
  private static final int LIMIT_MILLIS = 1_000;

  private static final Pattern ENDPOINT =
      Pattern.compile(
          "(?:[a-z][a-z0-9+.-]*://)?(\\[[0-9A-Fa-f:.%\\w]+]|[^\\s:/,\\[\\]]+):(\\d{1,5})(?:/\\S*)?",
          Pattern.CASE_INSENSITIVE);

  /** Returns those of the endpoints, in their order; empty where none has a port. */
  Optional<List<RoundTripResult>> of(List<String> endpoints) {
    List<RoundTripResult> found = new ArrayList<>();
    for (String endpoint : endpoints) {
      Matcher matcher = ENDPOINT.matcher(endpoint.strip());
      int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
      if (port > 0 && port <= 65535) {
        found.add(measure(endpoint, matcher.group(1), port));
      }
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(found);
  }

  private RoundTripResult measure(String endpoint, String host, int port) {
    String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    InetSocketAddress address = new InetSocketAddress(name, port);
    List<Long> micros = new ArrayList<>();
    int tries = 0;
    do {
      tries++;
      connect(address).ifPresent(micros::add);
    } while (micros.size() == tries && tries < TRIES);
    List<Long> sorted = micros.stream().sorted().toList();
    return new RoundTripResult(
        endpoint, tries, sorted.size(), at(sorted, 0), at(sorted, sorted.size() / 2));
  }

  private Optional<Long> connect(InetSocketAddress address) {
    try (Socket socket = new Socket(Proxy.NO_PROXY)) {
      long start = clock.nanos();
      socket.connect(address, LIMIT_MILLIS);
      return Optional.of((clock.nanos() - start) / 1_000);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static OptionalLong at(List<Long> sorted, int index) {
    return sorted.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sorted.get(index));
  }
}
