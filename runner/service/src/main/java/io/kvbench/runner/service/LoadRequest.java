package io.kvbench.runner.service;

import io.kvbench.core.engine.LoadChange;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Problems;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The body of a request to change the load of a run. */
final class LoadRequest {
  private static final double MOST_PER_SECOND = 1e9;
  private static final double LARGEST_SHARE = 1e6;
  private static final int MOST_CLIENTS = 1_000_000;
  private static final Pattern MIX = Pattern.compile("[A-Za-z0-9_-]{1,32}");
  private static final List<String> TYPES =
      Stream.of(OperationType.values()).map(OperationType::name).toList();

  private LoadRequest() {}

  /**
   * Reads a body.
   *
   * @throws ServiceRefusal with everything that is wrong with it
   */
  static LoadChange parse(byte[] document) throws ServiceRefusal {
    Problems problems = new Problems();
    Body body =
        Body.parse(document, List.of("ratePerSecond", "clients", "shares", "mix"), problems);
    OptionalLong clients = body.number("clients", 1, MOST_CLIENTS);
    LoadChange change =
        new LoadChange(
            mix(body, problems),
            body.decimal("ratePerSecond", MOST_PER_SECOND),
            clients.isPresent() ? OptionalInt.of((int) clients.getAsLong()) : OptionalInt.empty(),
            weights(body, problems));
    if (change.isEmpty() && problems.isEmpty()) {
      problems.add("body", "changes nothing; expected ratePerSecond, clients or shares.");
    }
    if (!problems.isEmpty()) {
      throw ServiceRefusal.of(problems);
    }
    return change;
  }

  private static String mix(Body body, Problems problems) {
    Optional<String> mix = body.text("mix");
    if (mix.isPresent() && !MIX.matcher(mix.get()).matches()) {
      problems.add("mix", "must be the name of a mix, NAME in mix.NAME.clients.");
    }
    return mix.orElse("");
  }

  private static Map<OperationType, Double> weights(Body body, Problems problems) {
    Map<OperationType, Double> weights = new EnumMap<>(OperationType.class);
    body.decimals("shares", LARGEST_SHARE)
        .forEach(
            (name, share) -> {
              if (TYPES.contains(name)) {
                weights.put(OperationType.valueOf(name), share);
              } else {
                problems.add(
                    "shares." + Excerpt.of(name),
                    "unknown operation"
                        + Nearest.to(name, TYPES)
                            .map(nearest -> "; did you mean " + nearest + "?")
                            .orElse("; expected one of the workload, such as READ."));
              }
            });
    if (!weights.isEmpty() && weights.values().stream().allMatch(share -> share == 0)) {
      problems.add("shares", "at least one must be above 0.");
    }
    return weights;
  }
}
