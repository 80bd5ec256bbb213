package io.kvbench.runner.app.experiments;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.Traffic;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.operation.Key;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.trace.KeyHash;
import io.kvbench.core.trace.TraceHeader;
import io.kvbench.core.trace.TraceWriter;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.OutputPermissions;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.record.Downstream;
import io.kvbench.runner.record.RecordingProxy;
import io.kvbench.runner.record.Upstream;
import io.kvbench.runner.run.Bindings.Reachable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code kvbench record}, which records the operations of a store's clients in a trace.
 */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Records the operations of a store's clients, to replay them.",
      "In a trace, as a proxy before one server, until Ctrl-C; or converts the text of another"
          + " tool.",
      "Replay it with -p trace=FILE. Values are not recorded, only their sizes."
    })
public final class RecordCommand extends ContextCommand {
  private static final long FLUSH_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long STATUS_NANOS = Duration.ofSeconds(10).toNanos();
  private static final int MICROS = 1_000;

  @Option(
      names = {"-db", "--system"},
      paramLabel = "SYSTEM",
      description = "System whose protocol the clients speak; 'kvbench systems' lists them.")
  private @Nullable String system;

  @Mixin private RecordAddresses addresses = new RecordAddresses();

  @Mixin private TextConversion conversion = new TextConversion();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The trace to write; there must not be such a file.")
  private Path out = Path.of("trace.kvt");

  @Option(
      names = "--hash-keys",
      description =
          "Replace every part of a key between slashes by a hash with a random secret that is"
              + " forgotten.")
  private boolean hashKeys;

  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description =
          "Property of the system, such as the prefix that recorded keys lack. May be repeated.")
  private List<String> properties = new ArrayList<>();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "End the recording after so many seconds.")
  private @Nullable Integer seconds;

  @Mixin private OutputPermissions permissions = new OutputPermissions();

  private final NanoClock clock = NanoClock.system();

  public RecordCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    return conversion.isAsked() ? convert(problems) : record(problems);
  }

  private UnaryOperator<Key> keys() {
    return hashKeys ? new KeyHash() : key -> key;
  }

  private int convert(Problems problems) {
    if (system != null || addresses.isAsked()) {
      problems.add("--convert", "needs neither -db nor a proxy's options; omit them.");
      return terminal.refuse(problems);
    }
    try (TraceWriter writer = writer(conversion.source())) {
      int code = conversion.convert(terminal, clock, writer);
      writer.finish();
      if (code == ExitCode.FINE && writer.operations() > 0) {
        summary(writer, Optional.empty());
        return code;
      }
      Files.deleteIfExists(out);
      return code == ExitCode.FINE
          ? terminal.fail("the text has no operation that a trace can hold", ExitCode.USAGE)
          : code;
    } catch (IOException e) {
      return unwritten(e);
    }
  }

  private TraceWriter writer(String source) throws IOException {
    return TraceWriter.create(
        out, new TraceHeader(source, clock.instant(), hashKeys), keys(), permissions.get());
  }

  private int unwritten(IOException failure) {
    return terminal.fail(
        "cannot write %s: %s".formatted(out, FileReason.ofWriting(failure)), ExitCode.USAGE);
  }

  private int record(Problems problems) {
    Optional<Traffic> traffic = traffic(problems);
    Optional<Upstream> upstream = addresses.upstream(problems);
    Optional<Downstream> downstream = addresses.downstream(problems);
    if (upstream.isPresent() && downstream.isPresent()) {
      RecordAddresses.checkLoop(upstream.get(), downstream.get(), problems);
    }
    Integer limit = seconds;
    if (limit != null && limit < 1) {
      problems.add("--seconds", "must be at least 1.");
    }
    if (traffic.isEmpty() || upstream.isEmpty() || downstream.isEmpty() || !problems.isEmpty()) {
      return terminal.refuse(problems);
    }
    try (TraceWriter writer = writer(String.valueOf(system))) {
      int code = record(traffic.get(), upstream.get(), downstream.get(), writer);
      writer.finish();
      if (code != ExitCode.FINE && writer.operations() == 0) {
        Files.deleteIfExists(out);
      }
      return code;
    } catch (IOException e) {
      return unwritten(e);
    }
  }

  private Optional<Traffic> traffic(Problems problems) {
    Settings given = planning.settings(RunOptions.of(List.of(), properties), problems);
    Optional<Reachable> found = planning.system(system, problems);
    if (found.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    SystemDescriptor descriptor = found.get().system();
    Settings settings = given.redeclared(descriptor.settings(), problems);
    try {
      Optional<Traffic> traffic = found.get().provider().traffic(descriptor, settings);
      if (traffic.isEmpty()) {
        problems.add(
            "-db " + descriptor.name(), "its traffic cannot be decoded; choose another system.");
      }
      return traffic;
    } catch (BindingException e) {
      problems.add("-p", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private int record(Traffic traffic, Upstream upstream, Downstream downstream, TraceWriter writer)
      throws IOException {
    long start = clock.nanos();
    try (RecordingProxy proxy =
        RecordingProxy.start(
            downstream,
            upstream,
            traffic,
            writer,
            () -> (clock.nanos() - start) / MICROS,
            note -> terminal.err().println("kvbench: " + PlainText.of(note)))) {
      terminal
          .err()
          .println(
              "Recording what clients of %s:%d ask of %s; Ctrl-C ends it."
                  .formatted(downstream.address().getHostString(), proxy.port(), upstream));
      terminal.err().flush();
      await(start, proxy, writer);
      writer.finish(); // First: operations in flight are not answered, but have not failed either.
      proxy.stop();
      summary(writer, Optional.of(proxy));
      return writer.operations() == 0 && proxy.undecoded() + proxy.failed() > 0
          ? ExitCode.ENVIRONMENT
          : ExitCode.FINE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.INTERRUPTED;
    } catch (IOException e) {
      if (writer.problem().isPresent()) {
        throw e;
      }
      return terminal.fail(
          "cannot listen on %s: %s; choose another address with --listen"
              .formatted(downstream.address(), FileReason.of(e)),
          ExitCode.ENVIRONMENT);
    }
  }

  /** Waits for the end; meanwhile writes the trace and prints progress. */
  private void await(long start, RecordingProxy proxy, TraceWriter writer)
      throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    stop.listen(over::countDown);
    Integer limit = seconds;
    long end = limit == null ? Long.MAX_VALUE : start + Duration.ofSeconds(limit).toNanos();
    long flushed = start;
    long told = start;
    boolean stopped = false;
    while (!stopped && clock.nanos() < end) {
      stopped =
          over.await(Math.min(1_000, (end - clock.nanos()) / 1_000_000 + 1), TimeUnit.MILLISECONDS);
      long now = clock.nanos();
      if (now - flushed >= FLUSH_NANOS) {
        writer.flush();
        flushed = now;
      }
      stopped |= writer.problem().isPresent();
      if (now - told >= STATUS_NANOS) {
        told = now;
        terminal.err().println(status(now - start, proxy, writer));
        terminal.err().flush();
      }
    }
  }

  private static String status(long nanos, RecordingProxy proxy, TraceWriter writer) {
    return "%s: %s of %s, %s; %s open"
        .formatted(
            Quantities.elapsed(nanos),
            Quantities.count(writer.operations(), "operation"),
            Quantities.count(writer.sessions(), "session"),
            Quantities.bytes(writer.bytes()),
            Quantities.count(proxy.openConnections(), "connection"));
  }

  private void summary(TraceWriter writer, Optional<RecordingProxy> proxy) {
    terminal
        .out()
        .println(
            "%s of %s in %s (%s)"
                .formatted(
                    Quantities.count(writer.operations(), "operation"),
                    Quantities.count(writer.sessions(), "session"),
                    out,
                    Quantities.bytes(writer.bytes())));
    Map<String, Long> ignored = writer.ignored();
    if (!ignored.isEmpty()) {
      terminal.out().println("Without a place in a trace, and not recorded:");
      ignored.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(
              entry ->
                  terminal
                      .out()
                      .println(
                          "  %s %s×"
                              .formatted(
                                  PlainText.of(entry.getKey()),
                                  Quantities.count(entry.getValue()))));
    }
    proxy.ifPresent(
        passed -> {
          tellSome(
              passed.undecoded(), "could not be decoded to the end, and passed on all the same");
          tellSome(passed.failed(), "did not get through to the server");
        });
    terminal.out().flush();
  }

  private void tellSome(long count, String what) {
    if (count > 0) {
      terminal.out().println(Quantities.count(count, "connection") + " " + what + ".");
    }
  }
}
