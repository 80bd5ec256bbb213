package io.kvbench.runner.sidecar.listen;

import java.util.Map;
import java.util.Properties;

/**
 * What the JDK's HTTP server puts up with. It knows these as properties of the whole process only
 * and reads them once; whoever has set one keeps it.
 */
final class HttpLimits {
  private static final Map<String, String> LIMITS =
      Map.of(
          // Answers in two packets would otherwise wait for each other, and clocks with them.
          "sun.net.httpserver.nodelay", "true",
          // Who sends no request has a place for so few seconds that many idle ones are no wall.
          "jdk.httpserver.maxConnections", "256",
          "sun.net.httpserver.idleInterval", "30",
          "sun.net.httpserver.maxReqTime", "2",
          "sun.net.httpserver.maxReqHeaders", "50",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          "sun.net.httpserver.drainAmount", "0");

  private HttpLimits() {}

  static void set() {
    Properties properties = System.getProperties();
    LIMITS.forEach(properties::putIfAbsent);
  }
}
