package io.kvbench.runner.run;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A check for endpoints that refuse connections, before a client library retries them silently
 * until its timeout. Endpoints that do not answer at all are not reported.
 */
final class RefusedEndpoints {
  private static final int PATIENCE_MILLIS = 500;
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[a-z]+://)?\\[?([^/@\\[\\]]+)]?:(\\d{1,5})(?:/.*)?");

  private RefusedEndpoints() {}

  /**
   * Returns those of the endpoints that refuse a connection now, in their order.
   *
   * @throws InterruptedException if the caller gives up
   */
  static List<String> among(List<String> endpoints) throws InterruptedException {
    List<String> refused = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> answers =
          threads.invokeAll(
              endpoints.stream().<Callable<Boolean>>map(each -> () -> isRefused(each)).toList());
      for (int index = 0; index < endpoints.size(); index++) {
        if (answers.get(index).get()) {
          refused.add(endpoints.get(index));
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return refused;
  }

  private static boolean isRefused(String endpoint) {
    Matcher address = ADDRESS.matcher(endpoint);
    if (!address.matches()) {
      return false;
    }
    int port = Integer.parseInt(address.group(2));
    if (port > 65_535) {
      return false;
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.group(1), port), PATIENCE_MILLIS);
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
