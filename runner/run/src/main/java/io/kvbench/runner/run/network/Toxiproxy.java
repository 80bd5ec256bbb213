package io.kvbench.runner.run.network;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ProxyServer;
import io.kvbench.runner.cluster.local.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Toxiproxy server of one run, as a client controls it.
 *
 * @param end what closing it does
 */
record Toxiproxy(HttpClient http, URI control, String version, BooleanSupplier alive, Runnable end)
    implements AutoCloseable {
  /** The listening address of proxies in a separate network. */
  static final String EVERYWHERE = "0.0.0.0";

  private static final NanoClock CLOCK = NanoClock.system();
  static final Duration PATIENCE = Duration.ofSeconds(10);
  static final int ATTEMPTS = 5;
  private static final long PAUSE_MILLIS = 20;
  private static final List<String> DIRECTIONS = List.of("upstream", "downstream");
  private static final String DELAY = "delay-";
  private static final String BANDWIDTH = "bandwidth-";
  private static final String CUT = "cut-";
  private static final String RESET = "reset-";

  /** Longer than any run. */
  private static final long CUT_MILLIS = Duration.ofDays(365).toMillis();

  private static final Pattern VERSION = Pattern.compile("\"version\"\\s*:\\s*\"([^\"]{1,40})\"");

  /**
   * A way to a server.
   *
   * @param address of it on this machine
   */
  record Proxy(String name, String address) {}

  /** Returns one that was started elsewhere, when it answers. Closing it leaves it running. */
  static Toxiproxy at(ProxyServer place) throws NetworkException, InterruptedException {
    HttpClient http = newClient();
    URI control = URI.create("http://" + place.control() + "/");
    boolean found = false;
    try {
      String version = awaitVersion(http, place.alive(), control).orElse("");
      if (version.isEmpty()) {
        throw new NetworkException(place.title() + " does not answer on " + control);
      }
      found = true;
      return new Toxiproxy(http, control, version, place.alive(), http::shutdownNow);
    } finally {
      if (!found) {
        http.shutdownNow();
      }
    }
  }

  static HttpClient newClient() {
    return HttpClient.newBuilder()
        .proxy(HttpClient.Builder.NO_PROXY)
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(PATIENCE)
        .build();
  }

  static Optional<String> awaitVersion(HttpClient http, BooleanSupplier alive, URI control)
      throws InterruptedException {
    long start = CLOCK.nanos();
    while (alive.getAsBoolean() && CLOCK.nanos() - start < PATIENCE.toNanos()) {
      try {
        HttpResponse<String> answer =
            http.send(
                HttpRequest.newBuilder(control.resolve("version")).timeout(PATIENCE).build(),
                BodyHandlers.ofString());
        Matcher matcher = VERSION.matcher(answer.body());
        if (matcher.find() && alive.getAsBoolean()) {
          return Optional.of(matcher.group(1));
        }
      } catch (IOException e) {
        // Not yet.
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return Optional.empty();
  }

  /** Returns its name and version. */
  String title() {
    return "Toxiproxy " + version;
  }

  /** Opens a proxy on a free port of the loopback address. */
  Proxy open(String name, String upstream) throws NetworkException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        String address = Ports.HOST + ":" + Ports.free(1).getFirst();
        create(name, address, upstream, true);
        return new Proxy(name, address);
      } catch (NetworkException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      } catch (ClusterException e) {
        throw new NetworkException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  /** Opens a proxy at a door of the place where the proxies are. */
  Proxy open(String name, ProxyServer.ProxyPort door, String upstream)
      throws NetworkException, InterruptedException {
    create(name, EVERYWHERE + ":" + door.port(), upstream, true);
    return new Proxy(name, door.here());
  }

  /** Makes a proxy, which listens if it is enabled. */
  void create(String name, String address, String upstream, boolean enabled)
      throws NetworkException, InterruptedException {
    send(
        "POST",
        "proxies",
        """
        {"name": "%s", "listen": "%s", "upstream": "%s", "enabled": %s}"""
            .formatted(name, address, upstream, enabled));
  }

  /** Lets a proxy listen at another address and connect to another server. */
  void move(Proxy proxy, String address, String upstream)
      throws NetworkException, InterruptedException {
    send(
        "PATCH",
        "proxies/" + proxy.name(),
        """
        {"listen": "%s", "upstream": "%s"}"""
            .formatted(address, upstream));
  }

  /** Lets a proxy connect to another server; its connections end. */
  void redirect(Proxy proxy, String upstream) throws NetworkException, InterruptedException {
    send(
        "PATCH",
        "proxies/" + proxy.name(),
        """
        {"upstream": "%s"}"""
            .formatted(upstream));
  }

  /**
   * Sets the conditions of a proxy for the first time. The delay comes before the queue of the
   * limited bandwidth: the other way round, time in the queue would count as part of the delay.
   * What is to change later is there from the beginning, so that the order stays.
   *
   * @param connections how many share the bandwidth
   * @param use what steps will do to it
   */
  void limit(Proxy proxy, NetworkCondition condition, int connections, NetworkUse use)
      throws NetworkException, InterruptedException {
    boolean changes = !use.changes().isEmpty();
    for (String direction : DIRECTIONS) {
      if (changes || millis(condition, direction) > 0) {
        toxic(proxy, DELAY, "latency", direction, 1, delay(condition, direction));
      }
    }
    for (String direction : DIRECTIONS) {
      Bandwidth bandwidth = bandwidth(condition, direction);
      if (use.changesBandwidth() || bandwidth.isLimited()) {
        toxic(proxy, BANDWIDTH, "bandwidth", direction, 1, rate(bandwidth, connections));
      }
    }
  }

  /**
   * Lets connections that are opened from now on close by RST. The toxic does nothing to bytes, but
   * Toxiproxy sets a socket option where it is there.
   */
  void closeHard(Proxy proxy) throws NetworkException, InterruptedException {
    toxic(proxy, RESET, "reset_peer", "upstream", 0, "\"timeout\": 0");
  }

  /** Lets connections that are opened from now on close as usual. */
  void closeSoftly(Proxy proxy) throws NetworkException, InterruptedException {
    send("DELETE", "proxies/" + proxy.name() + "/toxics/" + RESET + "upstream", "");
  }

  /** Changes the conditions of a proxy, also for the connections that are open. */
  void change(Proxy proxy, NetworkCondition condition, int connections, NetworkUse use)
      throws NetworkException, InterruptedException {
    for (String direction : DIRECTIONS) {
      change(proxy, DELAY + direction, delay(condition, direction));
      if (use.changesBandwidth()) {
        change(proxy, BANDWIDTH + direction, rate(bandwidth(condition, direction), connections));
      }
    }
  }

  /** Stops all bytes in some directions. Connections stay open and new ones are accepted. */
  void cut(Proxy proxy, CutDirection directions) throws NetworkException, InterruptedException {
    for (String direction : DIRECTIONS) {
      if (isToServer(direction) ? directions.isToServer() : directions.isFromServer()) {
        toxic(proxy, CUT, "latency", direction, 1, "\"latency\": " + CUT_MILLIS);
      }
    }
  }

  /**
   * Replaces a proxy by a new one that is the same but accepts no connections yet; its connections
   * end. Toxiproxy would hang if it took a toxic from connections whose clients have left
   * meanwhile.
   */
  void replace(Proxy proxy, String upstream) throws NetworkException, InterruptedException {
    send("DELETE", "proxies/" + proxy.name(), "");
    create(proxy.name(), proxy.address(), upstream, false);
  }

  /** Closes all connections by RST; new ones are refused for a moment. */
  void reset(Proxy proxy) throws NetworkException, InterruptedException {
    enable(proxy, false);
    enable(proxy);
  }

  /** Accepts connections. The port may be taken for a moment. */
  void enable(Proxy proxy) throws NetworkException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        enable(proxy, true);
        return;
      } catch (NetworkException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  private void enable(Proxy proxy, boolean enabled) throws NetworkException, InterruptedException {
    send("PATCH", "proxies/" + proxy.name(), "{\"enabled\": %s}".formatted(enabled));
  }

  private static boolean isToServer(String direction) {
    return direction.equals("upstream");
  }

  private static Bandwidth bandwidth(NetworkCondition condition, String direction) {
    return isToServer(direction)
        ? condition.bandwidth().toServer()
        : condition.bandwidth().fromServer();
  }

  private static long millis(NetworkCondition condition, String direction) {
    return isToServer(direction) ? condition.millisToServer() : condition.millisFromServer();
  }

  private static String delay(NetworkCondition condition, String direction) {
    long jitter =
        isToServer(direction) ? condition.jitter().toServer() : condition.jitter().fromServer();
    return "\"latency\": %s, \"jitter\": %s".formatted(millis(condition, direction), jitter);
  }

  /** A rate of 0 would stop everything. */
  private static String rate(Bandwidth bandwidth, int connections) {
    return "\"rate\": "
        + (bandwidth.isLimited() ? bandwidth.kilobytes() / connections : Bandwidth.MOST);
  }

  private void change(Proxy proxy, String toxic, String attributes)
      throws NetworkException, InterruptedException {
    send(
        "PATCH",
        "proxies/" + proxy.name() + "/toxics/" + toxic,
        "{\"attributes\": {%s}}".formatted(attributes));
  }

  private void toxic(
      Proxy proxy, String name, String type, String direction, int toxicity, String attributes)
      throws NetworkException, InterruptedException {
    send(
        "POST",
        "proxies/" + proxy.name() + "/toxics",
        """
        {"name": "%s", "type": "%s", "stream": "%s", "toxicity": %s, "attributes": {%s}}"""
            .formatted(name + direction, type, direction, toxicity, attributes));
  }

  private void send(String method, String path, String body)
      throws NetworkException, InterruptedException {
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(control.resolve(path))
                  .timeout(PATIENCE)
                  .header("Content-Type", "application/json")
                  .method(method, BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new NetworkException(
            "Toxiproxy rejected %s %s: %s".formatted(method, path, answer.body().strip()));
      }
    } catch (IOException e) {
      throw new NetworkException("Toxiproxy does not answer", e);
    }
  }

  /** Returns whether it still runs. */
  boolean isAlive() {
    return alive.getAsBoolean();
  }

  @Override
  public void close() {
    end.run();
  }
}
