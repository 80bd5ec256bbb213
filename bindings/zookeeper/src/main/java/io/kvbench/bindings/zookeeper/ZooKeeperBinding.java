package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.ClientConnections;
import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.bindings.support.OpeningStep;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.bindings.zookeeper.library.WatchPoint;
import io.kvbench.bindings.zookeeper.library.WatchStreams;
import io.kvbench.bindings.zookeeper.operation.CheckedPaths;
import io.kvbench.bindings.zookeeper.operation.Coordinations;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.RecordPaths;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.options.ZooKeeperDialect;
import io.kvbench.bindings.zookeeper.status.ZnodeSpace;
import io.kvbench.bindings.zookeeper.status.ZooKeeperServerQuery;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.zookeeper.Version;

/** A binding whose sessions share a fixed number of ZooKeeper handles. */
public final class ZooKeeperBinding implements Binding {
  /** One is enough for several servers. */
  private static final int LOOPS = 1;

  private static final String NO_KERBEROS =
      "zookeeper.sasl.jaas: client=light supports SASL with user and password only"
          + " (DigestLoginModule); set client=library for other logins.";

  private static final String NOT_ALL =
      "A one-shot watch of ZooKeeper's watches one znode; set watch.scope=record, or watch.once=false.";

  private final ClientConnections<ZooKeeperConnection<?>> connections;
  private final ZooKeeperClientOptions options;
  private final CheckedPaths paths;
  private final Coordinations coordinations;
  private final WatchStreams watchers;
  private final Optional<EventLoops> loops;

  private ZooKeeperBinding(
      ClientConnections<ZooKeeperConnection<?>> connections,
      ZooKeeperClientOptions options,
      Optional<EventLoops> loops) {
    this.connections = connections;
    this.options = options;
    this.paths = new CheckedPaths(options, new RecordPaths(options.root()));
    this.coordinations = new Coordinations();
    this.watchers = new WatchStreams(options);
    this.loops = loops;
  }

  public static Binding open(ZooKeeperClientOptions options, BindingConfig config)
      throws BindingException, InterruptedException {
    if (options.loadClient() == LoadClient.LIGHT && options.isKerberos()) {
      throw new BindingException(NO_KERBEROS);
    }
    Optional<EventLoops> loops =
        options.loadClient() == LoadClient.LIGHT
            ? Optional.of(EventLoops.start("zookeeper", LOOPS))
            : Optional.empty();
    return OpeningStep.orClose(
        () -> loops.ifPresent(EventLoops::end),
        () ->
            new ZooKeeperBinding(
                new ClientConnections<>(
                    ZooKeeperConnections.open(
                        options, config.connections(), config.connectTimeout(), loops),
                    config.maxConnections(),
                    client -> ZooKeeperConnections.begin(options, loops, client)),
                options,
                loops));
  }

  @Override
  public Session openSession(int client) throws BindingException {
    ZooKeeperConnection<?> connection = connections.open(client);
    return new ZooKeeperSession(
        connection, options, paths, coordinations.open(client, paths, connection::handle));
  }

  @Override
  public boolean hasOwnConnection(int client) {
    return connections.isOwn(client);
  }

  @Override
  public long awaitReleases(Duration limit) throws InterruptedException {
    Deadline deadline = Deadline.in(limit);
    long left = coordinations.awaitReleases(deadline.left());
    watchers.awaitEnds(deadline.left());
    return left;
  }

  /** Watchers have separate sessions, since their events would delay operations' answers. */
  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    return watchers.open(request.stream(), point(request), listener);
  }

  private WatchPoint point(WatcherRequest request) throws BindingException {
    if (options.dialect() == ZooKeeperDialect.ZETCD) {
      throw new BindingException(ZooKeeperSession.NO_WATCHERS + ".");
    }
    return switch (request.target()) {
      case WatchTarget.All() when request.once() -> throw new BindingException(NOT_ALL);
      case WatchTarget.All() -> new WatchPoint(options.root(), WatchPoint.Mode.RECURSIVE, false);
      case WatchTarget.Group(Key group) -> {
        check(group);
        yield new WatchPoint(
            RecordPaths.group(options.root(), group), WatchPoint.Mode.RECURSIVE, true);
      }
      case WatchTarget.Single(Key key) -> {
        yield new WatchPoint(
            check(key),
            request.once() ? WatchPoint.Mode.ONE_SHOT : WatchPoint.Mode.PERSISTENT,
            false);
      }
    };
  }

  private String check(Key key) throws BindingException {
    String path = paths.paths().of(key.toString());
    if (path == null) {
      throw new BindingException(RecordPaths.NOT_A_NAME + ".");
    }
    return path;
  }

  @Override
  public KeySpace keySpace() throws BindingException {
    return ZnodeSpace.open(options);
  }

  @Override
  public List<ServerState> servers() throws InterruptedException {
    return ZooKeeperServerQuery.all(options);
  }

  @Override
  public OptionalLong connectionsOpened() {
    return OptionalLong.of(connections.openings(ZooKeeperConnection::openings));
  }

  @Override
  public String clientLibrary() {
    return options.loadClient() == LoadClient.LIGHT
        ? ClientLibrary.ofKvbench("kvbench-binding-zookeeper")
        : "org.apache.zookeeper:zookeeper:" + Version.getVersion();
  }

  @Override
  public void close() {
    watchers.close();
    coordinations.close();
    ZooKeeperConnections.close(connections.all());
    loops.ifPresent(EventLoops::end);
  }
}
