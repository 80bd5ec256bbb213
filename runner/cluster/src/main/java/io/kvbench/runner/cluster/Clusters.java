package io.kvbench.runner.cluster;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The choice of the servers' provider. A system inside kvbench needs none; {@code cluster=auto}
 * uses the given endpoints, or else the first provider that can serve the system.
 */
public final class Clusters {
  private static final String DOCKER = "docker";
  private static final String NO_DOCKER =
      "servers in containers need io.kvbench:kvbench-docker on the class path";

  private final List<ClusterProvider> providers;
  private final KeptClusters kept;
  private final List<Setting<?>> ofServers;

  /** Creates a choice among these providers; kept clusters are the user's. */
  public Clusters(List<ClusterProvider> providers) {
    this(providers, KeptClusters.ofUser(), List.of());
  }

  /**
   * Creates a choice among these providers, with a place to store kept clusters.
   *
   * @param ofServers the settings of the servers
   */
  public Clusters(List<ClusterProvider> providers, KeptClusters kept, List<Setting<?>> ofServers) {
    this.providers =
        providers.stream().sorted(Comparator.comparingInt(ClusterProvider::precedence)).toList();
    this.kept = kept;
    this.ofServers = List.copyOf(ofServers);
  }

  /** Returns a choice among the class path's providers, for servers of its bindings' systems. */
  public static Clusters load() {
    List<Setting<?>> ofServers =
        ServiceLoader.load(BindingProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .flatMap(binding -> binding.systems().stream().map(binding::servers))
            .<Setting<?>>flatMap(servers -> servers.settings().stream())
            .toList();
    return new Clusters(
        ServiceLoader.load(ClusterProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList(),
        KeptClusters.ofUser(),
        ofServers);
  }

  /** Returns the shared settings, those of every provider, and those of every system's servers. */
  public List<Setting<?>> settings() {
    return Stream.of(
            ClusterSettings.all().stream(),
            LimitSettings.all().stream(),
            providers.stream().flatMap(provider -> provider.settings().stream()),
            ofServers.stream())
        .<Setting<?>>flatMap(settings -> settings)
        .distinct()
        .toList();
  }

  /** Returns assignments with the implied ones. */
  public Assignments completed(Assignments given) {
    Assignments all = new Assignments().addAll(given);
    providers.forEach(provider -> all.addAll(provider.implied(given)));
    return all;
  }

  /** Returns the kept clusters. */
  public KeptClusters kept() {
    return kept;
  }

  public Optional<ClusterProvider> provider(String kind) {
    return providers.stream().filter(each -> each.kind().equals(kind)).findFirst();
  }

  /**
   * Describes what {@link #start} will start, and who chose it.
   *
   * @throws ClusterException if no provider can serve the request
   * @throws InterruptedException if the caller is interrupted
   */
  public String intent(ClusterRequest request) throws ClusterException, InterruptedException {
    ClusterProvider provider = choose(request);
    boolean auto = request.settings().get(ClusterSettings.CLUSTER).equals(ClusterSettings.AUTO);
    return provider.intent(request)
        + (auto ? " (cluster=auto: " : " (cluster=")
        + provider.kind()
        + ")";
  }

  /** Adds all problems of the request that would prevent {@link #start} from trying. */
  public void check(ClusterRequest request, Problems problems) {
    LimitSettings.check(request, problems);
    if (request.system().local()) {
      return;
    }
    if (!request.endpoints().isEmpty()) {
      checkForNothing(request, problems);
    }
    try {
      ClusterProvider provider = choose(request);
      provider.check(request, problems);
      ClusterSecurity.check(request, provider, problems);
    } catch (ClusterException e) {
      problems.add(
          request.settings().whereIs(ClusterSettings.CLUSTER), String.valueOf(e.getMessage()));
    }
  }

  /** Settings of a provider have no effect if endpoints are given. */
  private void checkForNothing(ClusterRequest request, Problems problems) {
    providers.stream()
        .flatMap(provider -> provider.decisive().stream())
        .filter(request.settings()::isGiven)
        .forEach(
            setting ->
                problems.add(
                    request.settings().whereIs(setting),
                    setting.name()
                        + " applies to servers that kvbench starts, but endpoints are given;"
                        + " omit one of the two."));
  }

  /**
   * Finds or starts the servers. Returns when they accept connections; given endpoints are not
   * checked.
   *
   * @throws ClusterException if no provider can serve the request, or it failed; nothing is left
   *     behind
   * @throws InterruptedException if the caller is interrupted; nothing is left behind
   */
  public Cluster start(ClusterRequest request) throws ClusterException, InterruptedException {
    if (request.system().local()) {
      return new NoCluster(request.system().title());
    }
    ClusterProvider provider = choose(request);
    Problems problems = new Problems();
    provider.check(request, problems);
    ClusterSecurity.check(request, provider, problems);
    if (!problems.isEmpty()) {
      throw new ClusterException(
          String.join("\n", problems.list().stream().map(Object::toString).toList()));
    }
    Cluster started = admitting(verified(provider.start(request), request.settings()), request);
    return request.settings().get(ClusterSettings.KEEP)
        ? staying(started, request.system().name())
        : started;
  }

  private static Cluster verified(Cluster started, Settings settings) throws ClusterException {
    try {
      LimitSettings.verify(started, settings);
      return started;
    } catch (ClusterException e) {
      started.close();
      throw e;
    }
  }

  /** Creates the users if servers are to have some. */
  private static Cluster admitting(Cluster started, ClusterRequest request)
      throws ClusterException, InterruptedException {
    if (started.secured().isEmpty()) {
      return started;
    }
    boolean admitted = false;
    try {
      started.secured().get().createUsers(started.endpoints(), request.settings());
      admitted = true;
      return started;
    } catch (ServerException e) {
      throw new ClusterException(String.valueOf(e.getMessage()), e);
    } finally {
      if (!admitted) {
        started.close();
      }
    }
  }

  /** Stores the record before the release, so that no running server is ever unrecorded. */
  private Cluster staying(Cluster started, String system) throws ClusterException {
    KeptCluster written;
    try {
      written = kept.add(started, system);
    } catch (ClusterException e) {
      started.close();
      throw e;
    }
    started.release();
    return new StayingCluster(started, written);
  }

  private ClusterProvider choose(ClusterRequest request) throws ClusterException {
    String kind = request.settings().get(ClusterSettings.CLUSTER);
    if (!kind.equals(ClusterSettings.AUTO)) {
      return named(kind, request);
    }
    for (ClusterProvider provider : providers) {
      Optional<Setting<?>> decisive = decisive(provider, request);
      if (decisive.isPresent()) {
        return asked(provider, decisive.get(), request);
      }
    }
    List<String> obstacles = new ArrayList<>();
    for (ClusterProvider provider : providers) {
      Optional<String> obstacle = provider.obstacle(request);
      if (obstacle.isEmpty()) {
        return provider;
      }
      obstacles.add(provider.kind() + ": " + obstacle.get());
    }
    if (provider(DOCKER).isEmpty()) {
      obstacles.add(DOCKER + ": " + NO_DOCKER);
    }
    throw new ClusterException(
        "there is no server of "
            + request.system().title()
            + " and no way to start one ("
            + String.join("; ", obstacles)
            + ").");
  }

  /** Given endpoints take precedence. */
  private static Optional<Setting<?>> decisive(ClusterProvider provider, ClusterRequest request) {
    return request.endpoints().isEmpty()
        ? provider.decisive().stream().filter(request.settings()::isGiven).findFirst()
        : Optional.empty();
  }

  private static ClusterProvider asked(
      ClusterProvider provider, Setting<?> decisive, ClusterRequest request)
      throws ClusterException {
    Optional<String> obstacle = provider.obstacle(request);
    if (obstacle.isPresent()) {
      throw new ClusterException(
          decisive.name()
              + " requires cluster="
              + provider.kind()
              + ", which is not possible: "
              + obstacle.get()
              + ".");
    }
    return provider;
  }

  private ClusterProvider named(String kind, ClusterRequest request) throws ClusterException {
    ClusterProvider provider =
        provider(kind).orElseThrow(() -> new ClusterException(unknown(kind)));
    Optional<String> obstacle = provider.obstacle(request);
    if (obstacle.isPresent()) {
      throw new ClusterException("cluster=" + kind + " is not possible: " + obstacle.get() + ".");
    }
    return provider;
  }

  private String unknown(String kind) {
    if (kind.equals(DOCKER)) {
      return "cluster=" + DOCKER + " is not possible: " + NO_DOCKER + ".";
    }
    return "invalid value cluster="
        + kind
        + "; expected one of "
        + ClusterSettings.AUTO
        + ", "
        + String.join(", ", providers.stream().map(ClusterProvider::kind).toList())
        + ".";
  }

  /** The cluster of a system inside kvbench, which has no servers. */
  private record NoCluster(String title) implements Cluster {
    @Override
    public String kind() {
      return "none";
    }

    @Override
    public String description() {
      return title + ", inside kvbench";
    }

    @Override
    public List<ClusterNode> nodes() {
      return List.of();
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
  }

  /** A cluster that has been recorded and released: it remains when kvbench ends. */
  private record StayingCluster(Cluster servers, KeptCluster kept) implements ForwardingCluster {
    /** Returns what clients need besides the endpoints, as flags: paths, but no passwords. */
    private String access() {
      return servers
          .secured()
          .map(SystemServers::access)
          .orElse(ClientAccess.OPEN)
          .settings()
          .entrySet()
          .stream()
          .map(setting -> " -p " + setting.getKey() + "=" + setting.getValue())
          .sorted()
          .collect(Collectors.joining());
    }

    @Override
    public Map<String, String> state() {
      return kept.state();
    }

    @Override
    public Optional<String> keptNotice() {
      String files = kept.state().get(KeptCluster.DIRECTORY);
      return Optional.of(
          servers.description()
              + " keeps running as "
              + kept.name()
              + ".\nLoad it with: kvbench -db "
              + kept.system()
              + " -p endpoints="
              + String.join(",", kept.endpoints())
              + access()
              + " -P workloads/write1m"
              + (files == null ? "" : "\nIts files are in " + files)
              + "\nStop it with: kvbench cluster down "
              + kept.name()
              + " --purge");
    }
  }
}
