package io.kvbench.core.workload.request;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.workload.family.ClientRecords;
import io.kvbench.core.workload.family.Family;
import io.kvbench.core.workload.family.RequestFactory;
import io.kvbench.core.workload.key.InsertNumbers;
import io.kvbench.core.workload.key.KeyChoice;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.KnownKeys;
import io.kvbench.core.workload.key.RecordNumbers;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.sample.RandomStream;
import io.kvbench.core.workload.value.ValueSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The request sources of all clients in the warmup and the run. When the number of clients changes,
 * {@link #next} creates the sources of the following clients: their new records begin after the
 * largest number that was used before, so that none is inserted twice, and their random streams are
 * different. They know the loaded records and their own inserts, not those of earlier clients.
 *
 * <p>In a {@link RunPart} of a run these are the sources of its own clients only, which are
 * numbered as in the whole run. The new records of the following clients then begin after the
 * largest number of all parts, which the caller must collect: {@link #end}, {@link #next(int,
 * long)}.
 *
 * <p>If all requests are inserts, each client does its even share and none is added, no number is
 * left out, over all changes.
 */
public final class RunSources {
  /** Above the number of clients over all changes, by which random streams are numbered. */
  private static final long STREAMS = 1L << Integer.SIZE;

  /**
   * Clients with the same mix.
   *
   * @param factories those of the requests of the mix; none for a replay
   * @param clients how many; their numbers follow those of the previous lanes
   */
  public record Lane(
      KeyChoice choice,
      RequestMix mix,
      KeyFormat format,
      ValueSource values,
      ReadConsistency consistency,
      Map<Family, RequestFactory> factories,
      int clients) {

    /** Returns the same lane with other values. */
    public Lane with(ValueSource others) {
      return new Lane(choice, mix, format, others, consistency, factories, clients);
    }

    /** Returns the same lane with another number of clients. */
    public Lane of(int others) {
      return new Lane(choice, mix, format, values, consistency, factories, others);
    }
  }

  private final RecordNumbers space;
  private final List<Lane> lanes;
  private final long seed;
  private final RunPart part;
  private final int change;
  private final int clients;
  private final int most;

  /** The max number of clients before the last change. */
  private final long clientsBefore;

  private final long firstNew;

  /** The numbers of the records that added clients insert. */
  private final InsertNumbers.Deal added;

  /** The mix of each lane. */
  private final List<LiveMix> mixes;

  private final List<KnownKeys> known = new ArrayList<>();

  /** By the client's index within the part. */
  private final Map<Integer, RunRequests> sources = new HashMap<>();

  private RunSources(
      RecordNumbers space,
      List<Lane> lanes,
      long seed,
      RunPart part,
      int change,
      long clientsBefore,
      long firstNew,
      int clients,
      int most) {
    this.space = space;
    this.lanes = List.copyOf(lanes);
    mixes = lanes.stream().map(lane -> new LiveMix(lane.mix)).toList();
    this.seed = seed;
    this.part = part;
    this.change = change;
    this.clientsBefore = clientsBefore;
    this.firstNew = firstNew;
    this.clients = clients;
    this.most = most;
    added = new InsertNumbers.Deal(firstNew, part);
    for (int client = 0; client < part.size(clients); client++) {
      sources.put(client, add(part.first(clients) + client));
    }
  }

  private RunRequests add(int number) {
    known.add(new KnownKeys(space, numbers(number), number, clients));
    return source(known.getLast(), lane(number));
  }

  private InsertNumbers numbers(int client) {
    if (client >= clients) {
      return added.client();
    }
    return most > clients
        ? InsertNumbers.beforeAdded(firstNew, client, clients)
        : InsertNumbers.inTurn(firstNew, client, clients);
  }

  public static RunSources first(
      RecordNumbers space, List<Lane> lanes, long seed, int clients, int most, RunPart part) {
    lanes.forEach(lane -> lane.factories.values().forEach(RequestFactory::prepare));
    return new RunSources(space, lanes, seed, part, 0, 0, space.firstNew(), clients, most);
  }

  /** Returns the initial number of clients in all parts of the run. */
  public int clients() {
    return clients;
  }

  /** Returns the max number of clients in all parts of the run. */
  public int most() {
    return most;
  }

  /** Returns how many of the clients that may be added belong to this part. */
  private int mayBeAdded() {
    return part.size(most - clients);
  }

  /**
   * Returns the requests of one client in a phase, which has a new session without what the
   * previous one owned. Thread-safe, since clients are added while others send.
   *
   * @param client counted from 0 within the part, added clients last; the max number of clients of
   *     the part stands for requests that no client sends, whose keys are meaningless
   */
  public synchronized RequestSource source(int client) {
    int own = part.size(clients);
    if (client >= own + mayBeAdded()) {
      return unsent(most + part.index(), most + part.count(), lanes.size() - 1);
    }
    RunRequests requests =
        sources.computeIfAbsent(
            client, added -> add(clients + part.first(most - clients) + added - own));
    requests.beginSession();
    return requests;
  }

  /** Returns the requests that no client of a lane sends. */
  public RequestSource unsent(int lane) {
    return unsent(most + lane, most + lanes.size(), lane);
  }

  private RunRequests unsent(int client, int clients, int lane) {
    InsertNumbers numbers = InsertNumbers.inTurn(firstNew, client, clients);
    return source(new KnownKeys(space, numbers, client, clients), lane);
  }

  /** Clients are numbered lane by lane, added ones in turn. */
  private int lane(int client) {
    if (client >= clients) {
      return (client - clients) % lanes.size();
    }
    int lane = 0;
    for (int end = lanes.getFirst().clients;
        client >= end && lane < lanes.size() - 1;
        end += lanes.get(lane).clients) {
      lane++;
    }
    return lane;
  }

  /** Returns the current share of each kind of request in the mix of a lane. */
  public Map<OperationType, Double> shares(int lane) {
    return mixes.get(lane).shares();
  }

  /**
   * Changes the mix of a lane for all requests that are made from now on. Thread-safe.
   *
   * @param weights of planned kinds; missing ones are 0
   * @throws IllegalArgumentException with a message for the user, if that is impossible
   */
  public void change(int lane, Map<OperationType, Double> weights) {
    mixes.get(lane).change(weights);
  }

  /**
   * Returns the request sources of the following clients. To be called when no client takes any
   * more from these sources, by a thread that has observed all that was taken. For the same numbers
   * of clients and the same requests taken before, the result is the same.
   */
  public RunSources next(int clients) {
    return next(clients, end());
  }

  /**
   * Returns the same for a part of a run.
   *
   * @param clients the number in all parts
   * @param end the largest {@link #end} of all parts; ignored if less than that of this part
   */
  public RunSources next(int clients, long end) {
    return next(clients, clients, end);
  }

  /**
   * Returns the same with a growing number of clients.
   *
   * @param most the max number in all parts
   */
  public RunSources next(int clients, int most, long end) {
    return new RunSources(
        space,
        lanes,
        seed,
        part,
        change + 1,
        clientsBefore + most(),
        Math.max(end, end()),
        clients,
        most);
  }

  /**
   * Returns one more than the largest number that its clients, or earlier ones, have inserted. To
   * be called like {@link #next}.
   */
  public synchronized long end() {
    return known.stream().mapToLong(KnownKeys::end).reduce(firstNew, Math::max);
  }

  private RunRequests source(KnownKeys keys, int index) {
    Lane lane = lanes.get(index);
    long stream = change * STREAMS + keys.client();
    SplittableRandom random = RandomStream.RUN.create(seed, stream);
    ClientRecords records =
        new ClientRecords(
            lane.format,
            lane.values,
            lane.consistency,
            keys,
            lane.choice.chooser(keys),
            random,
            clientsBefore + keys.client() + 1);
    return new RunRequests(mixes.get(index), lane.factories, records, random);
  }
}
