package io.kvbench.core.plan;

import io.kvbench.core.workload.sample.RandomStream;
import io.kvbench.core.workload.sample.Spread;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The load model: what decides when a client sends its next request. */
public sealed interface LoadModel {

  /**
   * The closed loop: every client sends its next request when the previous one has ended and its
   * think time is over, so the store sets the pace.
   *
   * @param thinkTime nanoseconds from the end of a request to the start of the same client's next
   *     one
   * @param seed the seed of variable think times
   * @param firstClient the number of the first client, in a part of a divided run
   */
  record ClosedLoop(Spread thinkTime, long seed, int firstClient) implements LoadModel {

    /** A closed loop with a constant think time of 0 or more. */
    public ClosedLoop(Duration thinkTime) {
      this(thinkTime(thinkTime), 0, 0);
    }

    /** A closed loop with random think times. */
    ClosedLoop(Spread thinkTime, long seed) {
      this(
          thinkTime.isConstant() ? Spread.exactly(thinkTime.max()) : thinkTime,
          thinkTime.isConstant() ? 0 : seed,
          0);
    }

    /** A closed loop without think time. */
    public ClosedLoop() {
      this(Duration.ZERO);
    }

    private static Spread thinkTime(Duration time) {
      if (time.isNegative()) {
        throw new IllegalArgumentException("a think time of " + time);
      }
      return Spread.exactly(Rates.nanos(time));
    }

    /** Returns whether clients pause between requests. */
    public boolean thinks() {
      return thinkTime.max() > 0;
    }

    /**
     * Returns the think times of a client in nanoseconds, each at most {@link
     * Arrivals#NEVER_NANOS}, one after another: the same for the same seed. For one thread.
     *
     * @param client counted from 0 within the part
     */
    public LongSupplier thinkNanos(int client) {
      if (thinkTime.isConstant()) {
        return thinkTime::max;
      }
      SplittableRandom random = RandomStream.THINK_TIME.create(seed, (long) firstClient + client);
      return () -> Math.min(thinkTime.draw(random), Arrivals.NEVER_NANOS);
    }

    /** Returns the same model for the clients of a part. */
    ClosedLoop from(int first) {
      return thinkTime.isConstant() ? this : new ClosedLoop(thinkTime, seed, first);
    }

    @Override
    public String toString() {
      if (!thinks()) {
        return "closed loop";
      }
      String time =
          thinkTime.isConstant()
              ? Rates.words(Duration.ofNanos(thinkTime.max()))
              : thinkTime.words();
      return "closed loop, think time " + time;
    }
  }

  /**
   * One of several mixes of requests that run side by side.
   *
   * @param mix its name
   * @param phase the plan of its clients; their numbers follow those of the previous lanes
   */
  record Lane(String mix, PhasePlan phase) {}

  /** Several concurrent mixes, each with its own clients and pace. */
  record SideBySide(List<Lane> lanes) implements LoadModel {
    public SideBySide {
      lanes = List.copyOf(lanes);
    }

    /** Returns the schedules of the lanes that have one. */
    public List<Arrivals> arrivals() {
      return lanes.stream()
          .map(lane -> lane.phase.loadModel())
          .filter(OpenLoop.class::isInstance)
          .map(open -> ((OpenLoop) open).arrivals())
          .toList();
    }

    /**
     * Returns the number of a lane's client among those of all lanes: first the initial ones, lane
     * by lane, then the added ones, in turn.
     *
     * @param client counted from 0 within the lane
     */
    public int number(int lane, int client) {
      int own = lanes.get(lane).phase.clients();
      return client < own ? clients(lane) + client : added(client - own) + lane;
    }

    /** Returns the upper bound, exclusive, of clients' numbers. */
    int numbers() {
      int most =
          lanes.stream()
              .mapToInt(lane -> lane.phase.maxClients() - lane.phase.clients())
              .reduce(0, Math::max);
      return added(most);
    }

    private int added(int client) {
      return clients(lanes.size()) + client * lanes.size();
    }

    /** Returns how many clients the lanes before one begin with. */
    private int clients(int end) {
      return lanes.subList(0, end).stream().mapToInt(lane -> lane.phase.clients()).sum();
    }

    @Override
    public String toString() {
      return lanes.stream()
          .map(
              lane ->
                  "%s: %d clients, %s"
                      .formatted(lane.mix, lane.phase.clients(), lane.phase.loadModel()))
          .collect(Collectors.joining("; ", "side by side, ", ""));
    }
  }

  /**
   * The open loop: requests arrive on a schedule, regardless of the store; a free client takes the
   * next one.
   */
  record OpenLoop(Arrivals arrivals) implements LoadModel {
    @Override
    public String toString() {
      return "open loop, " + arrivals;
    }
  }
}
