package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.BlkioRateDevice;
import com.github.dockerjava.api.model.CpuStatsConfig;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.MemoryStatsConfig;
import com.github.dockerjava.api.model.Statistics;
import com.github.dockerjava.api.model.ThrottlingDataConfig;
import io.kvbench.runner.cluster.LimitUse;
import io.kvbench.runner.cluster.Limits;
import io.kvbench.runner.cluster.local.BlockDevice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one container.
 *
 * @param disk the disk of its volume, if its use is limited
 */
record ContainerLimits(Limits limits, Optional<BlockDevice> disk) {
  private static final long PERIOD_MICROS = 100_000;
  private static final long ANSWER_SECONDS = 5;

  /** Engines reject more processors than exist in one form of the limit, but not in this one. */
  void apply(HostConfig host) {
    limits.memoryBytes().ifPresent(bytes -> host.withMemory(bytes).withMemorySwap(bytes));
    limits
        .cpus()
        .ifPresent(
            cpus ->
                host.withCpuPeriod(PERIOD_MICROS).withCpuQuota(Math.round(cpus * PERIOD_MICROS)));
    if (limits.diskBytesPerSecond().isPresent() && disk.isPresent()) {
      List<BlkioRateDevice> rates =
          List.of(
              new BlkioRateDevice()
                  .withPath(disk.get().path().toString())
                  .withRate(limits.diskBytesPerSecond().getAsLong()));
      host.withBlkioDeviceReadBps(rates).withBlkioDeviceWriteBps(rates);
    }
  }

  /** Returns the limits that the engine applied; it drops those that it cannot set. */
  static Limits inForce(InspectContainerResponse container) {
    HostConfig host = Optional.ofNullable(container.getHostConfig()).orElseGet(HostConfig::new);
    double period = positive(host.getCpuPeriod()).orElse(PERIOD_MICROS);
    OptionalLong quota = positive(host.getCpuQuota());
    OptionalLong read = rate(host.getBlkioDeviceReadBps());
    OptionalLong written = rate(host.getBlkioDeviceWriteBps());
    return new Limits(
        positive(host.getMemory()),
        quota.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(quota.getAsLong() / period),
        read.equals(written) ? written : OptionalLong.empty());
  }

  private static OptionalLong rate(@Nullable List<BlkioRateDevice> rates) {
    return rates == null || rates.isEmpty()
        ? OptionalLong.empty()
        : positive(rates.getFirst().getRate());
  }

  private static OptionalLong positive(@Nullable Long number) {
    return number == null || number <= 0 ? OptionalLong.empty() : OptionalLong.of(number);
  }

  /** Returns the containers' use of their limits, summed; unknown for those that have ended. */
  static LimitUse use(DockerClient client, List<String> ids) {
    List<LimitUse> all = new ArrayList<>();
    for (String id : ids) {
      all.add(statistics(client, id).map(ContainerLimits::use).orElse(LimitUse.UNKNOWN));
    }
    return new LimitUse(
        sum(all, LimitUse::peakMemoryBytes),
        sum(all, LimitUse::memoryFailures),
        sum(all, LimitUse::periods),
        sum(all, LimitUse::throttledPeriods),
        sum(all, LimitUse::throttledNanos));
  }

  private static OptionalLong sum(List<LimitUse> all, Function<LimitUse, OptionalLong> figure) {
    List<OptionalLong> each = all.stream().map(figure).toList();
    return each.contains(OptionalLong.empty())
        ? OptionalLong.empty()
        : OptionalLong.of(each.stream().mapToLong(OptionalLong::orElseThrow).sum());
  }

  private static Optional<Statistics> statistics(DockerClient client, String id) {
    CompletableFuture<Statistics> told = new CompletableFuture<>();
    try (ResultCallback.Adapter<Statistics> callback =
        new ResultCallback.Adapter<>() {
          @Override
          public void onNext(Statistics next) {
            told.complete(next);
          }
        }) {
      client.statsCmd(id).withNoStream(true).exec(callback);
      return Optional.of(told.get(ANSWER_SECONDS, TimeUnit.SECONDS));
    } catch (DockerException | IOException | ExecutionException | TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** A container that has ended has statistics of zeros. */
  static LimitUse use(Statistics told) {
    if (ContainerReading.of(told).isEmpty()) {
      return LimitUse.UNKNOWN;
    }
    Optional<MemoryStatsConfig> memory = Optional.ofNullable(told.getMemoryStats());
    Optional<ThrottlingDataConfig> cpu =
        Optional.ofNullable(told.getCpuStats()).map(CpuStatsConfig::getThrottlingData);
    return new LimitUse(
        positive(memory.map(MemoryStatsConfig::getMaxUsage).orElse(null)),
        // The engine counts memory and swap separately, and does not report this.
        OptionalLong.empty(),
        number(cpu.map(ThrottlingDataConfig::getPeriods).orElse(null)),
        number(cpu.map(ThrottlingDataConfig::getThrottledPeriods).orElse(null)),
        number(cpu.map(ThrottlingDataConfig::getThrottledTime).orElse(null)));
  }

  private static OptionalLong number(@Nullable Long figure) {
    return figure == null ? OptionalLong.empty() : OptionalLong.of(figure);
  }
}
