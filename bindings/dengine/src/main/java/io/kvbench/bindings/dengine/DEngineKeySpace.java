package io.kvbench.bindings.dengine;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.dengine.proto.ClientResponse;
import io.kvbench.bindings.dengine.proto.KeyAndValue;
import io.kvbench.bindings.dengine.proto.ScanResponse;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The keys with a prefix. The leader lists them by scans, whose answers also have the values: one
 * that is too large is replaced by scans of longer prefixes. Keys are deleted individually, with
 * many requests in flight.
 */
final class DEngineKeySpace implements KeySpace {
  private static final int PAGE = 256;
  private static final int BYTES = 256;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** An incremental listing of the keys with a prefix. */
  private final class Listing {
    private final Deque<ByteString> prefixes = new ArrayDeque<>(List.of(prefix));

    /** Returns some keys; none if there are no more. */
    List<ByteString> next(DEngineServerQuery leader) throws StatusException, InterruptedException {
      List<ByteString> keys = List.of();
      while (keys.isEmpty() && !prefixes.isEmpty()) {
        keys = keys(leader, prefixes.pop());
      }
      return keys;
    }

    private List<ByteString> keys(DEngineServerQuery leader, ByteString beginning)
        throws StatusException, InterruptedException {
      try {
        return keys(leader.ask(Method.SCAN, DEngineRequests.scan(beginning)));
      } catch (StatusException e) {
        if (!DEngineClusterStateReader.isOverLimit(e.getStatus())) {
          throw e;
        }
      }
      for (int next = 0; next < BYTES; next++) {
        prefixes.push(beginning.concat(ByteString.copyFrom(new byte[] {(byte) next})));
      }
      ClientResponse itself = leader.ask(Method.READ, DEngineRequests.probe(beginning));
      return itself.getReadData().getResultsCount() > 0 ? List.of(beginning) : List.of();
    }

    private static List<ByteString> keys(ScanResponse answer) throws StatusException {
      List<ByteString> keys = new ArrayList<>();
      try {
        for (ByteString entry : answer.getEntriesList()) {
          keys.add(KeyAndValue.parseFrom(entry).getKey());
        }
      } catch (InvalidProtocolBufferException e) {
        throw Status.INTERNAL.withCause(e).asException();
      }
      return keys;
    }
  }

  private final DEngineChannels channels;
  private final LeaderSearch search;
  private final ByteString prefix;
  private Listing listing;
  private List<ByteString> listed = List.of();

  DEngineKeySpace(DEngineChannels channels, LeaderSearch search, ByteString prefix) {
    this.channels = channels;
    this.search = search;
    this.prefix = prefix;
    this.listing = new Listing();
  }

  @Override
  public List<String> areas() {
    return List.of(prefix.toString(StandardCharsets.ISO_8859_1));
  }

  @Override
  public long count() throws BindingException, InterruptedException {
    return asked(
        leader -> {
          Listing all = new Listing();
          long count = 0;
          for (int some = all.next(leader).size(); some > 0; some = all.next(leader).size()) {
            count += some;
          }
          return count;
        });
  }

  @Override
  public long removeSome() throws BindingException, InterruptedException {
    return asked(this::removePage);
  }

  private long removePage(DEngineServerQuery leader) throws StatusException, InterruptedException {
    if (listed.isEmpty()) {
      listed = listing.next(leader);
    }
    if (listed.isEmpty()) {
      listing = new Listing();
      return 0;
    }
    List<ByteString> page = listed.subList(Math.max(0, listed.size() - PAGE), listed.size());
    for (Optional<StatusException> failure :
        ParallelQueries.all(page, key -> delete(leader, key))) {
      if (failure.isPresent()) {
        throw failure.get();
      }
    }
    int removed = page.size();
    page.clear();
    return removed;
  }

  private static Optional<StatusException> delete(DEngineServerQuery leader, ByteString key)
      throws InterruptedException {
    try {
      ClientResponse answer = leader.ask(Method.WRITE, DEngineRequests.delete(key));
      return answer.getError() == 0
          ? Optional.empty()
          : Optional.of(
              Status.UNKNOWN
                  .withDescription(DEngineFailure.of(answer.getError()).message())
                  .asException());
    } catch (StatusException e) {
      return Optional.of(e);
    }
  }

  @FunctionalInterface
  private interface Question {
    long ask(DEngineServerQuery leader) throws StatusException, InterruptedException;
  }

  private long asked(Question question) throws BindingException, InterruptedException {
    Endpoint leader =
        search
            .find(LeaderSearch.LIMIT)
            .leader()
            .orElseThrow(
                () ->
                    new BindingException(
                        "No server of d-engine leads, and only a leader lists and deletes keys;"
                            + " try again when one does."));
    try (DEngineServerQuery query = new DEngineServerQuery(channels, leader, LIMIT)) {
      return question.ask(query);
    } catch (StatusException e) {
      throw new BindingException(
          "d-engine does not list or delete keys: "
              + DEngineFailure.of(e.getStatus()).message()
              + ".",
          e);
    }
  }
}
