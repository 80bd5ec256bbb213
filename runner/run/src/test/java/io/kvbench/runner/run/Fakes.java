package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.BlockingSession;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Servers and bindings that fail in ways that real ones cannot be made to on demand. */
final class Fakes {
  private Fakes() {}

  /** A completion of operations whose answers do not matter. */
  static final Completion IGNORED =
      new Completion() {
        @Override
        public void succeeded(Outcome outcome) {}

        @Override
        public void found(ByteBuffer value, long version) {}

        @Override
        public void failed(ErrorKind kind, String message) {}
      };

  private record TextKey(String text) implements Key {
    @Override
    public byte[] toByteArray() {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Returns a key that another client chose. */
  static Key key(String text) {
    return new TextKey(text);
  }

  /** A store whose servers have a prepared answer for each query. */
  interface Counting {
    List<ServerState> servers(int time, Binding store) throws InterruptedException;
  }

  /** A store whose servers answer otherwise than it would. */
  record Uncountable(Bindings.Reachable inner, Counting counting) implements BindingProvider {
    @Override
    public List<SystemDescriptor> systems() {
      return List.of();
    }

    @Override
    public Binding open(SystemDescriptor system, BindingConfig config)
        throws BindingException, InterruptedException {
      Binding store = inner.provider().open(system, config);
      AtomicInteger times = new AtomicInteger();
      return new Binding() {
        @Override
        public Session openSession(int client) throws BindingException {
          return store.openSession(client);
        }

        @Override
        public List<ServerState> servers() throws InterruptedException {
          return counting.servers(times.incrementAndGet(), store);
        }

        @Override
        public String clientLibrary() {
          return "none";
        }

        @Override
        public void close() {
          store.close();
        }
      };
    }
  }

  /** A store behind a proxy that acknowledges some writes and does not pass them on. */
  record Forgetful(Bindings.Reachable inner, Predicate<Operation> forgotten)
      implements BindingProvider {
    @Override
    public List<SystemDescriptor> systems() {
      return List.of();
    }

    @Override
    public Binding open(SystemDescriptor system, BindingConfig config)
        throws BindingException, InterruptedException {
      Binding store = inner.provider().open(inner.system(), config);
      return new Binding() {
        @Override
        public Session openSession(int client) throws BindingException {
          Session session = store.openSession(client);
          return (operation, completion) -> {
            if (forgotten.test(operation)) {
              completion.succeeded(Outcome.OK);
            } else {
              session.submit(operation, completion);
            }
          };
        }

        @Override
        public List<ServerState> servers() throws InterruptedException {
          return store.servers();
        }

        @Override
        public String clientLibrary() {
          return "none";
        }

        @Override
        public void close() {
          store.close();
        }
      };
    }
  }

  /** A binding that cannot connect. */
  record Unreachable(List<SystemDescriptor> systems) implements BindingProvider {
    @Override
    public Binding open(SystemDescriptor system, BindingConfig config) throws BindingException {
      throw new BindingException("nobody answers at nowhere:1");
    }
  }

  /** A binding whose first operation of each session triggers a garbage collection. */
  record Littering(List<SystemDescriptor> systems, Supplier<Session> sessions)
      implements BindingProvider {
    static Littering inside(List<SystemDescriptor> systems) {
      return new Littering(systems, CollectingSession::new);
    }

    /** Collects before the first operation and after the last one only. */
    static Littering around(List<SystemDescriptor> systems) {
      return new Littering(systems, TidySession::new);
    }

    @Override
    public Binding open(SystemDescriptor system, BindingConfig config) {
      return new Binding() {
        @Override
        public Session openSession(int client) {
          return sessions.get();
        }

        @Override
        public List<ServerState> servers() {
          return List.of();
        }

        @Override
        public String clientLibrary() {
          return "none";
        }

        @Override
        public void close() {}
      };
    }
  }

  private static final class TidySession extends BlockingSession {
    TidySession() {
      collect();
    }

    @SuppressWarnings("SystemGc")
    private static void collect() {
      for (int number = 0; number < 5; number++) {
        System.gc();
      }
    }

    @Override
    protected void perform(Operation operation, Completion completion) {
      completion.succeeded(Outcome.OK);
    }

    @Override
    protected ErrorKind errorKind(Exception exception) {
      return ErrorKind.OTHER;
    }

    @Override
    public void close() {
      collect();
    }
  }

  private static final class CollectingSession extends BlockingSession {
    private boolean collected;

    @Override
    @SuppressWarnings("SystemGc")
    protected void perform(Operation operation, Completion completion) {
      if (!collected) {
        collected = true;
        System.gc();
      }
      completion.succeeded(Outcome.OK);
    }

    @Override
    protected ErrorKind errorKind(Exception exception) {
      return ErrorKind.OTHER;
    }
  }

  /**
   * A store that outlives its bindings, as one behind servers does. It counts the bindings that
   * were opened and the clients on each.
   */
  static final class Behind implements BindingProvider {
    interface Opening {
      void before(int number) throws BindingException, InterruptedException;
    }

    /** A binding as it was opened; those that are closed take nothing more. */
    static final class Opened implements Binding {
      final int connections;
      final AtomicInteger sessions = new AtomicInteger();
      volatile boolean closed;
      private final Binding store;

      Opened(Binding store, int connections) {
        this.store = store;
        this.connections = connections;
      }

      @Override
      public Session openSession(int client) throws BindingException {
        sessions.incrementAndGet();
        Session session = store.openSession(client);
        return (operation, completion) -> {
          if (closed) {
            completion.failed(ErrorKind.CONNECTION_LOST, "closed");
          } else {
            session.submit(operation, completion);
          }
        };
      }

      @Override
      public List<ServerState> servers() throws InterruptedException {
        return closed ? List.of(ServerState.silent("store", "closed")) : store.servers();
      }

      @Override
      public String clientLibrary() {
        return "fake";
      }

      @Override
      public void close() {
        closed = true;
      }
    }

    final List<Opened> opened = new CopyOnWriteArrayList<>();
    private final Bindings.Reachable inner;
    private final Opening opening;
    private Optional<Binding> store = Optional.empty();

    Behind(Bindings.Reachable inner, Opening opening) {
      this.inner = inner;
      this.opening = opening;
    }

    @Override
    public List<SystemDescriptor> systems() {
      return List.of();
    }

    @Override
    public Binding open(SystemDescriptor system, BindingConfig config)
        throws BindingException, InterruptedException {
      opening.before(opened.size() + 1);
      if (store.isEmpty()) {
        store = Optional.of(inner.provider().open(inner.system(), config));
      }
      Opened binding = new Opened(store.get(), config.connections());
      opened.add(binding);
      return binding;
    }
  }

  /**
   * A provider of servers that take a given course at their start; counts the servers started and
   * closed.
   */
  static final class Servers implements ClusterProvider {
    interface Course {
      void run() throws ClusterException, InterruptedException;
    }

    final AtomicInteger closed = new AtomicInteger();
    final CountDownLatch starting = new CountDownLatch(1);
    private final Path log;
    private final Course course;

    Servers(Path log, Course course) {
      this.log = log;
      this.course = course;
    }

    @Override
    public String kind() {
      return "fake";
    }

    @Override
    public int precedence() {
      return 0;
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Optional<String> obstacle(ClusterRequest request) {
      return Optional.empty();
    }

    @Override
    public void check(ClusterRequest request, Problems problems) {}

    @Override
    public Cluster start(ClusterRequest request) throws ClusterException, InterruptedException {
      starting.countDown();
      course.run();
      return new Cluster() {
        @Override
        public String kind() {
          return "fake";
        }

        @Override
        public String description() {
          return "a fake server";
        }

        @Override
        public List<ClusterNode> nodes() {
          return List.of();
        }

        @Override
        public List<Path> logs() {
          return List.of(log);
        }

        @Override
        public OptionalLong diskBytes() {
          return OptionalLong.empty();
        }

        @Override
        public void stop() {}

        @Override
        public void close() {
          closed.incrementAndGet();
        }

        @Override
        public Optional<String> keptNotice() {
          return Optional.empty();
        }
      };
    }
  }
}
