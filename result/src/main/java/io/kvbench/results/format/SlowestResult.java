package io.kvbench.results.format;

import io.kvbench.core.measure.ClientRequests;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The client or the connection that lost the most time to slow requests, compared with the median
 * one. In a closed loop a slow one has few requests, so percentiles hardly show it.
 *
 * @param name its number, from 1
 * @param of how many of them had requests in flight
 * @param requests how many of its requests ended
 * @param meanNanos the mean time that a request of its had operations in flight
 * @param typicalNanos the same of the median client or connection
 * @param lostShare how much longer its requests took together than as many typical ones, as a share
 *     of its clients' time
 */
public record SlowestResult(
    String name, int of, long requests, long meanNanos, long typicalNanos, double lostShare) {

  /** The clients of a connection: each so many, from one on. */
  record Group(int index, int clients, long requests, long busyNanos) {
    static List<Group> all(List<ClientRequests> clients, int number) {
      return IntStream.range(0, number).mapToObj(index -> of(index, clients, number)).toList();
    }

    private static Group of(int index, List<ClientRequests> clients, int number) {
      int size = 0;
      long requests = 0;
      long busyNanos = 0;
      for (int client = index; client < clients.size(); client += number) {
        size++;
        requests += clients.get(client).requests();
        busyNanos += clients.get(client).busyNanos();
      }
      return new Group(index, size, requests, busyNanos);
    }

    /** A request that has not ended counts as one. */
    double meanNanos() {
      return (double) busyNanos / Math.max(1, requests);
    }

    double lostNanos(double typicalNanos) {
      return (busyNanos - requests * typicalNanos) / clients;
    }
  }

  static Optional<SlowestResult> client(List<ClientRequests> clients, long wallNanos) {
    return slowest(clients, clients.size(), wallNanos);
  }

  static Optional<SlowestResult> connection(
      List<ClientRequests> clients, int connections, long wallNanos) {
    return slowest(clients, Math.min(connections, clients.size()), wallNanos);
  }

  private static Optional<SlowestResult> slowest(
      List<ClientRequests> clients, int number, long wallNanos) {
    List<Group> groups =
        Group.all(clients, number).stream().filter(group -> group.busyNanos > 0).toList();
    if (groups.size() < 2 || wallNanos <= 0) {
      return Optional.empty();
    }
    double[] means = groups.stream().mapToDouble(Group::meanNanos).sorted().toArray();
    double typical = means[(means.length - 1) / 2];
    Group slowest =
        groups.stream()
            .max(Comparator.comparingDouble(group -> group.lostNanos(typical)))
            .orElseThrow();
    return Optional.of(
        new SlowestResult(
            Integer.toString(slowest.index + 1),
            groups.size(),
            slowest.requests,
            Math.round(slowest.meanNanos()),
            Math.round(typical),
            Math.max(0, slowest.lostNanos(typical)) / wallNanos));
  }
}
