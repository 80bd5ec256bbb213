package io.kvbench.runner.run.hosts;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.directory.HostCsv;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import io.kvbench.results.host.ProcessFigures;
import io.kvbench.results.host.SamplingHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/**
 * A receiver of the samples of one source: it adds them to the summary and to a file for each
 * process. On the source's thread; {@link #close} and {@link #troubles} after its end.
 */
final class HostReader implements HostSource.Reader {
  private final Sampler sampler;
  private final HostSummary summary;
  private final Optional<ResultDirectory> directory;
  private final NanoClock clock;
  private final ClientsOverTime clients;
  private final Function<String, Optional<String>> dataDirectory;
  private final SampleListeners followers;
  private final Map<String, HostCsv> files = new HashMap<>();
  private final List<String> troubles = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private boolean writing = true;

  /**
   * @param directory where the samples are kept, if they are
   * @param clients the number of active clients over time
   * @param dataDirectory returns the directory of a process by its name
   */
  HostReader(
      Sampler sampler,
      HostSummary summary,
      Optional<ResultDirectory> directory,
      NanoClock clock,
      ClientsOverTime clients,
      Function<String, Optional<String>> dataDirectory,
      SampleListeners followers) {
    this.sampler = sampler;
    this.summary = summary;
    this.directory = directory;
    this.clock = clock;
    this.clients = clients;
    this.dataDirectory = dataDirectory;
    this.followers = followers;
  }

  /** Opened when there is a sample, or there will never be one. */
  CountDownLatch begun() {
    return begun;
  }

  @Override
  public void begun(SamplingHeader header) {
    summary.begun(sampler, header);
  }

  @Override
  public void sample(HostSample sample) {
    summary.add(sampler, sample, process -> data(sample, process.target()));
    if (writing) {
      directory.ifPresent(files -> write(sample, files));
    }
    begun.countDown();
    followers.samples().accept(sampler.host(), sample);
  }

  @Override
  public void ended(String why) {
    String told = "The sidecar was lost " + summary.when(clock.instant()) + ": " + why;
    summary.lost(sampler, told);
    begun.countDown();
    followers.notes().accept(told);
  }

  @Override
  public void lost(String why) {
    summary.lost(sampler, why);
    troubles.add(why);
    begun.countDown();
  }

  private void write(HostSample sample, ResultDirectory directory) {
    try {
      for (ProcessFigures process : sample.processes()) {
        if (!files.containsKey(process.target())) {
          files.put(process.target(), directory.openHost(process.target()));
        }
      }
      for (Map.Entry<String, HostCsv> file : files.entrySet()) {
        file.getValue().append(sample, data(sample, file.getKey()), clients.at(sample.at()));
      }
    } catch (ResultDirectoryException e) {
      writing = false;
      troubles.add(String.valueOf(e.getMessage()));
    }
  }

  /** A sidecar on another machine that reports one directory means that of its target. */
  private Optional<DirectoryFigures> data(HostSample sample, String target) {
    Optional<String> known = dataDirectory.apply(target);
    List<DirectoryFigures> all = sample.directories();
    if (known.isPresent()) {
      return all.stream().filter(each -> each.path().equals(known.get())).findFirst();
    }
    return all.size() == 1 && sample.processes().size() == 1
        ? Optional.of(all.getFirst())
        : Optional.empty();
  }

  /** Returns the problems not yet reported, in sentences for the user. */
  List<String> troubles() {
    return troubles;
  }

  void close() {
    for (HostCsv file : files.values()) {
      try {
        file.close();
      } catch (ResultDirectoryException e) {
        troubles.add(String.valueOf(e.getMessage()));
      }
    }
    files.clear();
  }
}
