package io.kvbench.runner.app;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program that opens a binding for each line of a file and drives all of them while all are open:
 * a system, its endpoints and settings, separated by tabs. Runs on the jar alone, so it uses
 * nothing but the jar.
 */
final class FlatClassPathProgram {
  static final String DONE = "done ";

  private static final int RECORDS = 50;

  private FlatClassPathProgram() {}

  /** An open binding and its line of the file. */
  private record Driven(String line, String system, Binding binding) {}

  public static void main(String[] arguments) throws Exception {
    List<Driven> all = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      all.add(open(line));
    }
    for (Driven driven : all) {
      insertAndRead(driven);
    }
    for (Driven driven : all) {
      String version =
          driven.binding().servers().stream()
              .map(ServerState::version)
              .flatMap(known -> known.stream())
              .findFirst()
              .orElse("of unknown version");
      driven.binding().close();
      System.out.println(
          DONE + driven.system() + " " + version + " by " + driven.binding().clientLibrary());
    }
  }

  private static Driven open(String line) throws Exception {
    String[] parts = line.split("\t");
    for (BindingProvider provider : ServiceLoader.load(BindingProvider.class)) {
      for (SystemDescriptor system : provider.systems()) {
        if (system.name().equals(parts[0])) {
          BindingConfig config =
              new BindingConfig(
                  List.of(parts[1].split(",")),
                  2,
                  Duration.ofMinutes(1),
                  settings(system, Arrays.asList(parts).subList(2, parts.length)));
          return new Driven(line, system.name(), provider.open(system, config));
        }
      }
    }
    throw new IllegalArgumentException("the jar has no " + parts[0]);
  }

  private static Settings settings(SystemDescriptor system, List<String> given) {
    Assignments assignments = new Assignments();
    for (String each : given) {
      String[] parts = each.split("=", 2);
      assignments.add(parts[0], parts[1], Origin.of(parts[0]));
    }
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, system.settings(), problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.list().toString());
    }
    return settings;
  }

  private static void insertAndRead(Driven driven) throws Exception {
    for (int record = 0; record < RECORDS; record++) {
      Key key = Key.of("flat" + record);
      Value value = Value.of(new byte[record * 40]);
      expect(driven, new Operation.Insert(key, value));
      expect(driven, new Operation.Read(key, ReadConsistency.LINEARIZABLE));
    }
  }

  private static void expect(Driven driven, Operation operation) throws Exception {
    CompletableFuture<Status> status = new CompletableFuture<>();
    driven.binding().openSession(0).submit(operation, new Told(status));
    Status answer = status.get(1, TimeUnit.MINUTES);
    if (answer != Outcome.OK) {
      throw new IllegalStateException(
          driven.system() + " answers " + operation.type() + " with " + answer);
    }
  }

  private record Told(CompletableFuture<Status> status) implements Completion {
    @Override
    public void succeeded(Outcome outcome) {
      status.complete(outcome);
    }

    @Override
    public void found(ByteBuffer value, long version) {
      status.complete(Outcome.OK);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      System.out.println(kind + ": " + message);
      status.complete(kind);
    }
  }
}
