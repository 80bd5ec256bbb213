package io.kvbench.core.workload.request;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.family.ClientRecords;
import io.kvbench.core.workload.family.Family;
import io.kvbench.core.workload.family.FamilyRequests;
import io.kvbench.core.workload.family.RequestFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One client's part of the warmup and the run, on the records that the client knows. */
@SuppressWarnings("EnumOrdinal") // a map is slower, once for each request
final class RunRequests implements RequestSource {
  private final LiveMix mix;
  private final SplittableRandom random;
  private final List<FamilyRequests> families = new ArrayList<>();

  /** By the ordinal of their kind. */
  private final FamilyRequests[] byKind = new FamilyRequests[OperationType.values().length];

  /**
   * Creates the requests of one client.
   *
   * @param factories those of the requests of the mix
   * @param random also that of the records
   */
  RunRequests(
      LiveMix mix,
      Map<Family, RequestFactory> factories,
      ClientRecords records,
      SplittableRandom random) {
    this.mix = mix;
    this.random = random;
    factories.forEach(
        (family, factory) -> {
          FamilyRequests requests = factory.requests(records);
          families.add(requests);
          family.kinds().forEach(kind -> byKind[kind.type().ordinal()] = requests);
        });
  }

  /** Clears what the previous session owned, which ended with it. */
  void beginSession() {
    families.forEach(FamilyRequests::beginSession);
  }

  @Override
  public Request next() {
    OperationType kind = mix.draw(random);
    return byKind[kind.ordinal()].next(kind);
  }

  @Override
  public boolean isIndependent() {
    return mix.planned().isIndependent();
  }

  /** A dropped insert would leave a record that is assumed to exist. */
  @Override
  public boolean mayDrop() {
    return isIndependent() && !mix.planned().kinds().contains(OperationType.INSERT);
  }
}
