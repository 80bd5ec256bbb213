package io.kvbench.core.plan;

import io.kvbench.core.workload.WatcherPlan;
import io.kvbench.core.workload.key.RunPart;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The plan of one phase, which ends at the first limit that is reached.
 *
 * @param step the part of the run; empty if the number of clients is constant
 * @param clients the number at its beginning, at least 1
 * @param maxClients the max number; more than {@code clients} in an open loop only, which starts
 *     more when a request is due and none is free
 * @param requests the number of requests; {@link #UNLIMITED} if only the time is limited; 0 in a
 *     part of a phase with fewer requests than clients or parts
 * @param duration the duration; empty if only the number is limited
 * @param onlyIfStoreIsEmpty whether to skip the phase if the store already has records
 * @param watchers the watchers that are open while it runs, if any
 */
public record PhasePlan(
    PhaseName name,
    Optional<ClientStep> step,
    int clients,
    int maxClients,
    LoadModel loadModel,
    long requests,
    Optional<Duration> duration,
    boolean onlyIfStoreIsEmpty,
    Optional<WatcherPlan> watchers) {

  /** As many requests as the time allows. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  public PhasePlan {
    if (clients < 1) {
      throw new IllegalArgumentException(clients + " clients");
    }
    if (maxClients < clients) {
      throw new IllegalArgumentException(clients + " of at most " + maxClients + " clients");
    }
    if (requests == UNLIMITED && duration.isEmpty()) {
      throw new IllegalArgumentException("a phase needs a number of requests or a duration");
    }
  }

  /** A phase without a step or watchers, with a fixed number of clients. */
  public PhasePlan(
      PhaseName name,
      int clients,
      LoadModel loadModel,
      long requests,
      Optional<Duration> duration,
      boolean onlyIfStoreIsEmpty) {
    this(
        name,
        Optional.empty(),
        clients,
        clients,
        loadModel,
        requests,
        duration,
        onlyIfStoreIsEmpty,
        Optional.empty());
  }

  public PhasePlan with(Optional<WatcherPlan> watching) {
    return new PhasePlan(
        name,
        step,
        clients,
        maxClients,
        loadModel,
        requests,
        duration,
        onlyIfStoreIsEmpty,
        watching);
  }

  /** Returns the same phase with another max number of clients. */
  public PhasePlan withMaxClients(int most) {
    return new PhasePlan(
        name, step, clients, most, loadModel, requests, duration, onlyIfStoreIsEmpty, watchers);
  }

  /** Returns the same phase with a fixed number of clients, the initial one. */
  PhasePlan withFixedClients() {
    PhasePlan fixed = withMaxClients(clients);
    return loadModel instanceof LoadModel.SideBySide(var lanes)
        ? fixed.with(
            new LoadModel.SideBySide(
                lanes.stream()
                    .map(lane -> new LoadModel.Lane(lane.mix(), lane.phase().withFixedClients()))
                    .toList()))
        : fixed;
  }

  /** Returns the upper bound, exclusive, of clients' numbers, some of which may be unused. */
  public int clientNumbers() {
    return loadModel instanceof LoadModel.SideBySide mixes ? mixes.numbers() : maxClients;
  }

  /**
   * Returns the phase of a part of the run: its clients with exactly their requests, in an open
   * loop its share of the arrivals, and all watchers.
   *
   * @throws IllegalArgumentException if the part has no client
   */
  public PhasePlan part(RunPart part) {
    if (part.count() == 1) {
      return this;
    }
    return new PhasePlan(
        name,
        step,
        part.size(clients),
        part.size(clients) + part.size(maxClients - clients),
        switch (loadModel) {
          case LoadModel.ClosedLoop closed -> closed.from(part.first(clients));
          case LoadModel.OpenLoop(Arrivals arrivals) ->
              new LoadModel.OpenLoop(new ArrivalsOfPart(arrivals, part));
          case LoadModel.SideBySide mixes -> throw undivided();
        },
        requests == UNLIMITED ? UNLIMITED : requests(part),
        duration,
        onlyIfStoreIsEmpty,
        watchers);
  }

  /** The first clients have one request more, whether they belong to one part or several. */
  private long requests(RunPart part) {
    return switch (loadModel) {
      case LoadModel.ClosedLoop closed -> {
        int size = part.size(clients);
        yield requests / clients * size
            + Math.clamp(requests % clients - part.first(clients), 0, size);
      }
      case LoadModel.OpenLoop open ->
          requests / part.count() + (part.index() < requests % part.count() ? 1 : 0);
      case LoadModel.SideBySide mixes -> throw undivided();
    };
  }

  private static IllegalArgumentException undivided() {
    return new IllegalArgumentException("mixes side by side are not divided");
  }

  /** Returns the mixes that run side by side in it; none if there is only one mix. */
  public List<LoadModel.Lane> lanes() {
    return loadModel instanceof LoadModel.SideBySide(var lanes) ? lanes : List.of();
  }

  /** Returns whether it continues another step of the run, with other clients. */
  public boolean isFollowingStep() {
    return name != PhaseName.PROBE && step.filter(part -> part.index() > 1).isPresent();
  }

  /** Returns the same phase with another load model. */
  public PhasePlan with(LoadModel model) {
    return new PhasePlan(
        name, step, clients, maxClients, model, requests, duration, onlyIfStoreIsEmpty, watchers);
  }

  /** Returns the same phase under another name. */
  public PhasePlan as(PhaseName other) {
    return new PhasePlan(
        other,
        step,
        clients,
        maxClients,
        loadModel,
        requests,
        duration,
        onlyIfStoreIsEmpty,
        watchers);
  }

  /** Returns the same phase as probe number {@code index} of a search, counted from 1. */
  public PhasePlan probe(int index, int probeClients, LoadModel model) {
    return new PhasePlan(
        PhaseName.PROBE,
        Optional.of(new ClientStep(index, index)),
        probeClients,
        probeClients,
        model,
        requests,
        duration,
        onlyIfStoreIsEmpty,
        watchers);
  }

  /**
   * Returns its title for use in sentences, such as {@code run phase, step 3 of 8} or {@code probe
   * 3}.
   */
  public String title() {
    if (name == PhaseName.PROBE) {
      return name + step.map(probe -> " " + probe.index()).orElse("");
    }
    return name + " phase" + step.map(part -> ", " + part).orElse("");
  }

  /**
   * Returns how many of the requests are those of client {@code client} in a closed loop: an even
   * share, plus one for the first clients. Other clients of its part may send some of them.
   */
  public long share(int client) {
    if (requests == UNLIMITED) {
      return UNLIMITED;
    }
    return requests / clients + (client < requests % clients ? 1 : 0);
  }

  /**
   * Returns the mean rate of arrivals between two times of the phase, which sends nothing after its
   * end; empty in a closed loop.
   */
  public OptionalDouble offeredPerSecond(long fromNanos, long toNanos) {
    if (loadModel instanceof LoadModel.SideBySide(var lanes)) {
      return sum(lanes.stream().map(lane -> lane.phase().offeredPerSecond(fromNanos, toNanos)));
    }
    if (!(loadModel instanceof LoadModel.OpenLoop(Arrivals arrivals)) || toNanos <= fromNanos) {
      return OptionalDouble.empty();
    }
    long end = duration.map(Rates::nanos).orElse(Long.MAX_VALUE);
    double due = arrivals.between(Math.min(fromNanos, end), Math.min(toNanos, end));
    return OptionalDouble.of(due * Rates.NANOS_PER_SECOND / (toNanos - fromNanos));
  }

  /** Returns how many requests are due by a time of the phase; 0 in a closed loop. */
  public double dueBy(long phaseNanos) {
    return switch (loadModel) {
      case LoadModel.ClosedLoop closed -> 0;
      case LoadModel.OpenLoop(Arrivals arrivals) -> {
        long end = Math.min(phaseNanos, duration.map(Rates::nanos).orElse(Long.MAX_VALUE));
        yield Math.min(requests, arrivals.between(0, end));
      }
      case LoadModel.SideBySide(var lanes) ->
          lanes.stream().mapToDouble(lane -> lane.phase().dueBy(phaseNanos)).sum();
    };
  }

  /**
   * Returns the planned mean rate of arrivals; empty in a closed loop; for mixes side by side, the
   * sum of those that have a rate.
   */
  public OptionalDouble offeredPerSecond() {
    return offeredPerSecond(requests);
  }

  /**
   * Returns the mean rate of arrivals up to the end of a phase in which this many were due, perhaps
   * fewer than planned; empty in a closed loop.
   */
  public OptionalDouble offeredPerSecond(long arrivalsDue) {
    return switch (loadModel) {
      case LoadModel.ClosedLoop closed -> OptionalDouble.empty();
      case LoadModel.OpenLoop(Arrivals arrivals) -> {
        long lastNanos = arrivals.startNanos(Math.min(arrivalsDue, requests));
        long endNanos = Math.min(lastNanos, duration.map(Rates::nanos).orElse(lastNanos));
        yield OptionalDouble.of(arrivals.meanPerSecond(endNanos));
      }
      case LoadModel.SideBySide(var lanes) ->
          sum(lanes.stream().map(lane -> lane.phase().offeredPerSecond()));
    };
  }

  /** Mixes without a rate are skipped. */
  private static OptionalDouble sum(Stream<OptionalDouble> rates) {
    return rates.flatMapToDouble(OptionalDouble::stream).reduce((one, other) -> one + other);
  }
}
