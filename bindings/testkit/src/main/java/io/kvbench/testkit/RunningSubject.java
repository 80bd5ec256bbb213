package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A subject with its running servers, and the bindings that tests open on them. */
final class RunningSubject implements AutoCloseable {
  /**
   * Generous: other servers may keep the machine's disk busy, and a server may first process the
   * requests of earlier tests before it answers a read.
   */
  static final Duration CONNECT_LIMIT = Duration.ofMinutes(4);

  private static final int CONNECTIONS = 2;
  private static final AtomicInteger SPACES = new AtomicInteger();

  private final Subject subject;
  private final SystemDescriptor system;
  private final List<String> endpoints;
  private final CheckedBinding shared;
  private @Nullable CheckedBinding three;

  RunningSubject(Subject subject, List<String> endpoints)
      throws BindingException, InterruptedException {
    this.subject = subject;
    this.endpoints = List.copyOf(endpoints);
    SystemDescriptor known =
        subject.provider().systems().stream()
            .filter(each -> each.name().equals(subject.system()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("the provider has no " + subject.system()));
    Map<String, String> given = subject.space(SPACES.incrementAndGet());
    system = subject.provider().with(known, settings(given, known));
    shared = open(CONNECTIONS);
  }

  /** Returns the system as for starting its servers only, without its settings. */
  SystemDescriptor withoutSettings() {
    return subject
        .provider()
        .with(system, Settings.resolve(new Assignments(), List.of(), new Problems()));
  }

  SystemDescriptor system() {
    return system;
  }

  /** Returns whether the system's servers report their version. */
  boolean tellsVersion() {
    return !(subject instanceof ServerSubject servers) || servers.tellsVersion();
  }

  /** Returns the possible answer to a watch when others write its record meanwhile. */
  Outcome watchAmongOthers() {
    return subject.watchAmongOthers();
  }

  /** Returns whether a watched update is a transaction. */
  boolean watchedUpdatesAreTransactions() {
    return subject.watchedUpdatesAreTransactions();
  }

  /** Returns whether answers to reads have the version of the record's last write. */
  boolean hasVersions() {
    return subject.hasVersions();
  }

  /** Returns whether the records of scans, ranges and read transactions are passed on. */
  boolean passesRecordsOn() {
    return subject.passesRecordsOn();
  }

  /** Returns the writes whose answers have their versions. */
  Set<Capability> versionedWrites() {
    return subject.versionedWrites();
  }

  /** Returns whether the binding removes its keys. */
  boolean removesKeys() {
    return subject.removesKeys();
  }

  SystemFacts facts() {
    return subject.facts();
  }

  List<String> endpoints() {
    return endpoints;
  }

  boolean can(Capability capability) {
    return system.capabilities().contains(capability);
  }

  /** Returns the binding shared by all tests that only need their own keys. */
  CheckedBinding shared() {
    return shared;
  }

  /** Returns the binding of all tests with three records: no other test writes through it. */
  synchronized CheckedBinding three() throws BindingException, InterruptedException {
    CheckedBinding opened = three;
    if (opened == null) {
      opened = open(1);
      three = opened;
    }
    return opened;
  }

  /** Opens a binding with separate records. */
  CheckedBinding open(int connections) throws BindingException, InterruptedException {
    return open(endpoints, connections, Map.of(), CONNECT_LIMIT);
  }

  /** Opens a binding on servers of the test's own. */
  CheckedBinding open(
      List<String> servers, int connections, Map<String, String> more, Duration limit)
      throws BindingException, InterruptedException {
    return open(servers, connections, SPACES.incrementAndGet(), more, limit);
  }

  /** Returns the number of records that no other binding uses. */
  static int newSpace() {
    return SPACES.incrementAndGet();
  }

  /**
   * Opens a binding with the records of others.
   *
   * @param space the number of the records
   */
  CheckedBinding open(
      List<String> servers, int connections, int space, Map<String, String> more, Duration limit)
      throws BindingException, InterruptedException {
    Map<String, String> given = new HashMap<>(subject.space(space));
    given.putAll(more);
    BindingConfig config = new BindingConfig(servers, connections, limit, settings(given, system));
    return new CheckedBinding(
        subject.provider().open(system, config), system.capabilities(), subject.blocks());
  }

  private static Settings settings(Map<String, String> given, SystemDescriptor system) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p " + name)));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, system.settings(), problems);
    assertThat(problems.list()).isEmpty();
    return settings;
  }

  @Override
  public void close() {
    shared.close();
    if (three != null) {
      three.close();
    }
  }
}
