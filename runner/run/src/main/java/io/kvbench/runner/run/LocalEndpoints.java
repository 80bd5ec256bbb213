package io.kvbench.runner.run;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The endpoints on this machine: those at a loopback or wildcard address, at an address of one of
 * its network interfaces, or at a name that resolves to one of these.
 */
public final class LocalEndpoints {
  /** A resolver that does not answer must not hold up the run; its names count as elsewhere. */
  private static final long LOOKUP_SECONDS = 2;

  /** The host of {@code [scheme://]host[:port][/path]}; an IPv6 address in brackets, or alone. */
  private static final Pattern HOST =
      Pattern.compile("(?:[a-z]+://)?(?:\\[([^]]*)]|([^:/]*:[^:/]*:[^/]*)|([^:/]*)).*");

  private LocalEndpoints() {}

  /** Returns the first endpoint that is here, if any. */
  static Optional<String> firstOf(List<String> endpoints) throws InterruptedException {
    ExecutorService lookups =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());
    try {
      List<Callable<Boolean>> questions =
          endpoints.stream()
              .<Callable<Boolean>>map(endpoint -> () -> isHere(host(endpoint)))
              .toList();
      List<Future<Boolean>> answers =
          lookups.invokeAll(questions, LOOKUP_SECONDS, TimeUnit.SECONDS);
      for (int index = 0; index < answers.size(); index++) {
        if (isYes(answers.get(index))) {
          return Optional.of(endpoints.get(index));
        }
      }
      return Optional.empty();
    } finally {
      lookups.shutdownNow();
    }
  }

  private static boolean isYes(Future<Boolean> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (CancellationException | ExecutionException e) {
      return false;
    }
  }

  /** Returns whether an endpoint is a loopback address by its very name. */
  public static boolean isLoopback(String endpoint) {
    return host(endpoint).matches("localhost|127(\\.\\d+){3}|::1");
  }

  static String host(String endpoint) {
    Matcher matcher = HOST.matcher(endpoint.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return "";
    }
    for (int group = 1; group < matcher.groupCount(); group++) {
      if (matcher.group(group) != null) {
        return matcher.group(group);
      }
    }
    return matcher.group(matcher.groupCount());
  }

  private static boolean isHere(String host) throws UnknownHostException, SocketException {
    if (host.isEmpty()) {
      return false;
    }
    for (InetAddress address : InetAddress.getAllByName(host)) {
      if (address.isLoopbackAddress()
          || address.isAnyLocalAddress()
          || NetworkInterface.getByInetAddress(address) != null) {
        return true;
      }
    }
    return false;
  }
}
