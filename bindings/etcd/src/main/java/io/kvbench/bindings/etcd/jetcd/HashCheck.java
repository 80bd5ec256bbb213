package io.kvbench.bindings.etcd.jetcd;

import io.kvbench.core.binding.ServerState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The comparison of the hashes of servers' stores, which it also adds to their states. */
final class HashCheck {
  private HashCheck() {}

  /** Returns the states with hashes and, if servers differ, the problem. */
  static List<ServerState> states(
      List<ServerState> states, List<ClusterStateReader.Hashed> hashed) {
    boolean differ =
        hashed.stream()
            .filter(each -> each.hash().isPresent())
            .collect(
                Collectors.groupingBy(
                    ClusterStateReader.Hashed::compacted,
                    Collectors.mapping(each -> each.hash().getAsLong(), Collectors.toSet())))
            .values()
            .stream()
            .anyMatch(hashes -> hashes.size() > 1);
    List<ServerState> with = new ArrayList<>();
    for (int index = 0; index < states.size(); index++) {
      with.add(with(states.get(index), hashed.get(index), differ));
    }
    return List.copyOf(with);
  }

  private static ServerState with(
      ServerState state, ClusterStateReader.Hashed hashed, boolean differ) {
    Map<String, String> details = new LinkedHashMap<>(state.details());
    List<String> problems = new ArrayList<>();
    state.problem().ifPresent(problems::add);
    if (hashed.hash().isPresent()) {
      details.put("hashkv", Long.toString(hashed.hash().getAsLong()));
      details.put("hashkvMicros", Long.toString(hashed.micros()));
      details.put("hashkvRevision", Long.toString(hashed.revision()));
      details.put("hashkvCompactRevision", Long.toString(hashed.compacted()));
      if (differ) {
        problems.add(
            "the servers' hashes of the store differ at the same revision: their records are not"
                + " the same");
      }
    } else {
      problems.add("no hash of the store: " + hashed.problem());
    }
    return new ServerState(
        state.endpoint(),
        state.version(),
        state.leader(),
        state.term(),
        state.keys(),
        details,
        problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems)));
  }
}
