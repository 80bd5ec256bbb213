package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.OpeningStep;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.bindings.zookeeper.library.ZooKeeperLibrarySession;
import io.kvbench.bindings.zookeeper.light.LightSession;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperAdminRequests;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.JaasLogin;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.status.ZooKeeperServerStates;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.HostNames;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;

/** The connections of a binding, all of which are opened and closed together. */
public final class ZooKeeperConnections {
  /** More than closing a handle takes, even if its server does not answer. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(8);

  private ZooKeeperConnections() {}

  /**
   * Opens connections, and waits until each has received an answer to a read of the root.
   *
   * @param loops the threads of kvbench's own connections; empty to use the client library
   * @throws BindingException if that takes longer than the limit, or immediately if no host
   *     resolves; nothing is left open
   */
  static List<ZooKeeperConnection<?>> open(
      ZooKeeperClientOptions options, int count, Duration limit, Optional<EventLoops> loops)
      throws BindingException, InterruptedException {
    HostNames.check(
        options.dialect().title(),
        options.connectString(),
        options.endpoints().stream().map(Endpoint::host).toList());
    List<ZooKeeperConnection<?>> connections = new ArrayList<>(count);
    return OpeningStep.orClose(
        () -> close(connections),
        () -> {
          Deadline deadline = Deadline.in(limit);
          for (int index = 0; index < count; index++) {
            connections.add(begin(options, loops, index));
          }
          for (ZooKeeperConnection<?> connection : connections) {
            awaitUsable(connection, options, limit, deadline);
          }
          useRoot(connections, options, deadline);
          return List.copyOf(connections);
        });
  }

  /**
   * Begins to connect.
   *
   * @throws BindingException if there are not enough threads or file descriptors
   */
  static ZooKeeperConnection<?> begin(
      ZooKeeperClientOptions options, Optional<EventLoops> loops, int number)
      throws BindingException {
    try {
      return loops.isPresent()
          ? new ZooKeeperConnection<LightSession>(
              begun -> new LightSession(begun, options, loops.get().group().next(), number))
          : new ZooKeeperConnection<ZooKeeperLibrarySession>(
              begun -> new ZooKeeperLibrarySession(begun, options));
    } catch (IOException e) {
      throw new BindingException(
          "connection "
              + (number + 1)
              + " to "
              + options.dialect().title()
              + " cannot be made: "
              + Causes.innermost(e)
              + "; use fewer connections or raise the limit of open files.",
          e);
    }
  }

  private static void awaitUsable(
      ZooKeeperConnection<?> connection,
      ZooKeeperClientOptions options,
      Duration limit,
      Deadline deadline)
      throws BindingException, InterruptedException {
    switch (connection.awaitUsable(deadline.left())) {
      case USABLE -> {}
      case REFUSED -> throw new BindingException(refused(options));
      case SUSPENDED, EXPIRED ->
          throw new BindingException(ZooKeeperServerStates.whyNotUsable(options, limit));
    }
  }

  private static void useRoot(
      List<ZooKeeperConnection<?>> connections, ZooKeeperClientOptions options, Deadline deadline)
      throws BindingException, InterruptedException {
    try {
      requests(connections.getFirst(), options).createRoot(deadline.left());
      // In parallel: sequential requests would add up over many connections.
      List<CompletableFuture<Integer>> answers =
          connections.stream().map(each -> requests(each, options).readRoot()).toList();
      for (CompletableFuture<Integer> answer : answers) {
        ZooKeeperAdminRequests.check(
            ZooKeeperAdminRequests.await(answer, deadline.left()), options.root());
      }
    } catch (KeeperException.AuthFailedException e) {
      throw new BindingException(refused(options), e);
    } catch (KeeperException.SessionClosedRequireAuthException e) {
      throw new BindingException(
          "ZooKeeper at "
              + options.connectString()
              + " requires authentication. Set zookeeper.sasl.jaas, or zookeeper.auth if"
              + " another scheme is enforced there.",
          e);
    } catch (KeeperException.NoAuthException e) {
      throw new BindingException(
          "ZooKeeper at "
              + options.connectString()
              + " denies this client access to "
              + e.getPath()
              + ": its ACL requires other credentials. Correct zookeeper.auth or"
              + " zookeeper.sasl.jaas, or choose another zookeeper.root.",
          e);
    } catch (KeeperException e) {
      throw new BindingException(
          options.dialect().title()
              + " at "
              + options.connectString()
              + " does not let "
              + options.root()
              + " be used: "
              + ZooKeeperFailure.of(e.code().intValue()).message()
              + ".",
          e);
    }
  }

  private static ZooKeeperAdminRequests requests(
      ZooKeeperConnection<?> connection, ZooKeeperClientOptions options) {
    return new ZooKeeperAdminRequests(connection.handle(), options);
  }

  private static String refused(ZooKeeperClientOptions options) {
    Optional<JaasLogin> login = options.login();
    if (login.isPresent() && options.credentials().isEmpty()) {
      return login.get().refused(options.connectString());
    }
    return "ZooKeeper at "
        + options.connectString()
        + " refuses the credentials"
        + options.credentials().map(given -> " of the scheme " + given.scheme()).orElse("")
        + ". Correct zookeeper.auth or zookeeper.sasl.jaas.";
  }

  /** Closes all connections in parallel, on platform threads since the library pins carriers. */
  static void close(List<ZooKeeperConnection<?>> connections) {
    List<Thread> threads =
        connections.stream()
            .map(
                each -> Thread.ofPlatform().daemon().name("zookeeper-close").start(() -> end(each)))
            .toList();
    Deadline deadline = Deadline.in(CLOSE_LIMIT);
    boolean interrupted = Thread.interrupted();
    for (Thread thread : threads) {
      interrupted |= join(thread, deadline);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(ZooKeeperConnection<?> connection) {
    try {
      connection.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits uninterruptibly; returns whether it was interrupted. */
  private static boolean join(Thread thread, Deadline deadline) {
    boolean interrupted = false;
    while (thread.isAlive() && !deadline.left().isZero()) {
      try {
        thread.join(deadline.left());
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    return interrupted;
  }
}
