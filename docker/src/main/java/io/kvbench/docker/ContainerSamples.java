package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Statistics;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.HostSample.LoadFigures;
import io.kvbench.results.host.HostSample.MemoryFigures;
import io.kvbench.results.host.ProcessFigures;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The samples of a server's containers, summed, as the engine reports them: once a second, as long
 * as they run. This works with every engine, even one in a virtual machine, whose processes are not
 * visible here; figures of single processes are therefore missing.
 */
final class ContainerSamples implements Closeable {
  private static final double NANOS = 1e9;
  private static final OptionalLong NO = OptionalLong.empty();
  private static final OptionalDouble NONE = OptionalDouble.empty();

  private final DockerClient client;
  private final String name;
  private final List<String> ids;
  private final Consumer<HostSample> reader;
  private final Map<String, ContainerReading> latest = new LinkedHashMap<>();
  private final List<Stream> streams = new ArrayList<>();
  private final NanoClock clock = NanoClock.system();
  private final long startNanos = clock.nanos();
  private Optional<Instant> start = Optional.empty();
  private long number = -1;
  private long lastNanos;
  private long lastCpuNanos;
  private long incarnation;
  private boolean closed;
  private Optional<InspectContainerResponse> first = Optional.empty();

  /** The samples of one container. */
  private final class Stream extends ResultCallback.Adapter<Statistics> {
    private final String id;

    Stream(String id) {
      this.id = id;
    }

    @Override
    public void onNext(Statistics told) {
      next(id, told);
    }
  }

  /** Begins to sample containers; the first one has the server with this name. */
  ContainerSamples(
      DockerClient client, String name, List<String> ids, Consumer<HostSample> reader) {
    this.client = client;
    this.name = name;
    this.ids = List.copyOf(ids);
    this.reader = reader;
    this.ids.forEach(id -> streams.add(client.statsCmd(id).exec(new Stream(id))));
  }

  private synchronized void next(String id, Statistics told) {
    Optional<ContainerReading> reading = ContainerReading.of(told);
    latest.remove(id);
    reading.ifPresent(each -> latest.put(id, each));
    if (!closed && id.equals(ids.getFirst()) && latest.size() == ids.size()) {
      reader.accept(sample(latest.values(), sinceStartNanos(told)));
    }
  }

  /** By the engine's clock, since answers may wait for a processor here. */
  private long sinceStartNanos(Statistics told) {
    try {
      Instant read = Instant.parse(String.valueOf(told.getRead()));
      start = start.or(() -> Optional.of(read));
      return Duration.between(start.orElse(read), read).toNanos();
    } catch (DateTimeParseException e) {
      return clock.nanos() - startNanos;
    }
  }

  private HostSample sample(Collection<ContainerReading> all, long now) {
    long cpuNanos = sum(all, ContainerReading::cpuNanos).orElse(0);
    if (first.isEmpty() || cpuNanos < lastCpuNanos) {
      incarnation += first.isPresent() ? 1 : 0;
      first = inspect();
    }
    number += number < 0 ? 1 : Math.max(1, Math.round((now - lastNanos) / NANOS));
    lastNanos = now;
    lastCpuNanos = cpuNanos;
    long processors = all.stream().mapToLong(ContainerReading::processors).max().orElse(0);
    return new HostSample(
        number,
        clock.instant(),
        now,
        new LoadFigures(NONE, NONE, NONE),
        new CpuFigures(processors, NO, NO, NO, NO, NO, NO, NO, NO),
        new MemoryFigures(NO, NO, NO),
        List.of(process(all)),
        List.of(),
        all.stream().flatMap(each -> each.interfaces().stream()).toList(),
        List.of(),
        0,
        NO);
  }

  private ProcessFigures process(Collection<ContainerReading> all) {
    OptionalLong cpuNanos = sum(all, ContainerReading::cpuNanos);
    return new ProcessFigures(
        name,
        first.map(InspectContainerResponse::getState).map(ContainerSamples::pid).orElse(0L),
        incarnation,
        NO,
        first.map(InspectContainerResponse::getPath).map(ContainerSamples::program).orElse(name),
        "running",
        all.size(),
        cpuNanos.isEmpty()
            ? NO
            : OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(cpuNanos.getAsLong())),
        sum(all, ContainerReading::residentBytes),
        NO,
        sum(all, ContainerReading::tasks),
        NO,
        NO,
        NO,
        sum(all, ContainerReading::readBytes),
        sum(all, ContainerReading::writtenBytes));
  }

  /** A sum of some would be mistaken for the sum of all. */
  private static OptionalLong sum(
      Collection<ContainerReading> all, Function<ContainerReading, OptionalLong> figure) {
    List<OptionalLong> each = all.stream().map(figure).toList();
    return each.contains(NO)
        ? NO
        : OptionalLong.of(each.stream().mapToLong(OptionalLong::orElseThrow).sum());
  }

  private Optional<InspectContainerResponse> inspect() {
    try {
      return Optional.of(client.inspectContainerCmd(ids.getFirst()).exec());
    } catch (DockerException e) {
      return Optional.empty();
    }
  }

  private static long pid(InspectContainerResponse.ContainerState state) {
    Long pid = state.getPidLong();
    return pid == null ? 0 : pid;
  }

  private static String program(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
    }
    for (Stream stream : streams) {
      stream.close();
    }
  }
}
