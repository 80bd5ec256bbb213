package io.kvbench.bindings.dengine;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.KeyRule;
import io.kvbench.testkit.Refusal;
import io.kvbench.testkit.ServerStart;
import io.kvbench.testkit.ServerSubject;
import io.kvbench.testkit.SizeLimit;
import io.kvbench.testkit.SystemFacts;
import io.kvbench.testkit.VersionRule;
import io.kvbench.testkit.WriteAnswers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The properties of the d-engine binding, for the contract. */
record DEngineSubject() implements ServerSubject {
  /** A write does not report whether the key existed, nor a compare-and-swap why it failed. */
  private static final WriteAnswers ANSWERS =
      new WriteAnswers(Outcome.OK, Outcome.OK, Outcome.OK, Outcome.CONFLICT);

  /** The max size of a message; the whole request counts. */
  private static final int MAX_REQUEST = 4 << 20;

  @Override
  public BindingProvider provider() {
    return new DEngineProvider();
  }

  @Override
  public String system() {
    return "dengine";
  }

  @Override
  public boolean passesRecordsOn() {
    return true;
  }

  @Override
  public SystemFacts facts() {
    return new SystemFacts(
        ANSWERS,
        ANSWERS,
        new VersionRule(true, false),
        Optional.of(new SizeLimit(MAX_REQUEST - 1024, MAX_REQUEST)),
        Optional.empty(),
        OptionalInt.empty(),
        KeyRule.anyBytes());
  }

  @Override
  public boolean removesKeys() {
    return true;
  }

  @Override
  public Map<String, String> space(int number) {
    return Map.of("dengine.prefix", String.format(Locale.ROOT, "/contract/%04d/", number));
  }

  @Override
  public ServerStart server() {
    return RealDEngine::single;
  }

  @Override
  public Optional<ServerStart> cluster() {
    return Optional.of(RealDEngine::cluster);
  }

  @Override
  public boolean tellsVersion() {
    return false;
  }

  @Override
  public boolean leaderAloneCounts() {
    return true;
  }

  @Override
  public Map<String, String> impatient() {
    return Map.of("dengine.requesttimeout", "2s");
  }

  @Override
  public Duration patience() {
    return Duration.ofSeconds(2);
  }

  /** It has no users, and its servers connect to one another without TLS. */
  @Override
  public List<Refusal> refusals() {
    return List.of(
        new Refusal(
            "a server without the others of its cluster",
            RealDEngine::alone,
            directory -> Map.of(),
            List.of("127.0.0.1:", "not ready", "the other servers"),
            List.of()));
  }
}
