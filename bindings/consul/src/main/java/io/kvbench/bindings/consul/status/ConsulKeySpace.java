package io.kvbench.bindings.consul.status;

import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys with a prefix, and those of locks, which have another one. They are listed once and
 * deleted in transactions. Sessions end by themselves.
 */
public final class ConsulKeySpace implements KeySpace {
  /** A size that every version of Consul accepts in a transaction. */
  private static final int TRANSACTION = 64;

  private static final int IN_PARALLEL = 8;
  private static final int PAGE = TRANSACTION * IN_PARALLEL * 8;

  @FunctionalInterface
  private interface Question<A> {
    A ask(AgentQueries queries) throws IOException;
  }

  private final ConsulClientOptions options;
  private final ConsulAgentClients agents;
  private final List<RecordKeys> prefixes;

  /** The listed keys that are still to be deleted; taken from the end. */
  private List<String> listed = List.of();

  public ConsulKeySpace(ConsulClientOptions options, ConsulAgentClients agents) {
    this.options = options;
    this.agents = agents;
    RecordKeys keys = options.keys();
    RecordKeys locks = options.lockKeys();
    prefixes = locks.prefix().startsWith(keys.prefix()) ? List.of(keys) : List.of(keys, locks);
  }

  @Override
  public List<String> areas() {
    return prefixes.stream().map(RecordKeys::prefix).toList();
  }

  @Override
  public long count() throws BindingException, InterruptedException {
    return list().size();
  }

  private List<String> list() throws BindingException, InterruptedException {
    List<String> keys = new ArrayList<>();
    for (RecordKeys prefix : prefixes) {
      keys.addAll(ask(queries -> queries.keys(prefix)));
    }
    return keys;
  }

  @Override
  public long removeSome() throws BindingException, InterruptedException {
    if (listed.isEmpty()) {
      listed = list();
    }
    List<String> page = listed.subList(Math.max(0, listed.size() - PAGE), listed.size());
    int removed = page.size();
    int share = Math.ceilDiv(removed, IN_PARALLEL);
    List<Optional<BindingException>> failures =
        ParallelQueries.all(chunks(page, Math.max(1, share)), this::delete);
    for (Optional<BindingException> failure : failures) {
      if (failure.isPresent()) {
        throw failure.get();
      }
    }
    page.clear();
    return removed;
  }

  private Optional<BindingException> delete(List<String> keys) throws InterruptedException {
    try {
      for (List<String> together : chunks(keys, TRANSACTION)) {
        ask(
            queries -> {
              queries.delete(together);
              return together;
            });
      }
      return Optional.empty();
    } catch (BindingException e) {
      return Optional.of(e);
    }
  }

  private static List<List<String>> chunks(List<String> keys, int size) {
    List<List<String>> chunks = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += size) {
      chunks.add(keys.subList(from, Math.min(keys.size(), from + size)));
    }
    return chunks;
  }

  /** Queries the first server that answers: every query is repeatable. */
  private <A> A ask(Question<A> question) throws BindingException, InterruptedException {
    List<String> problems = new ArrayList<>();
    for (Endpoint endpoint : options.endpoints()) {
      try {
        return question.ask(agents.queries(endpoint));
      } catch (IOException e) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        problems.add(endpoint + " (" + Causes.innermost(e) + ")");
      }
    }
    throw new BindingException(
        "Consul does not list or delete keys: " + String.join(", ", problems) + ".");
  }
}
