package io.kvbench.reports.compare;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.directory.IntervalAnalysis;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import io.kvbench.results.statistics.BlockCount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A division of the sending window of a run into blocks of whole intervals, as equal in number as
 * possible. Consecutive intervals are correlated, so single ones would make the noise look smaller
 * than it is: the stronger the correlation, the longer the blocks.
 */
final class Blocks implements IntervalAnalysis.Pass<List<Block>> {
  /** The blocks of a run; none where intervals are too few, or not alike because of steps. */
  static final IntervalAnalysis<List<Block>> READING = Blocks::new;

  /** With fewer intervals noise cannot be estimated. */
  static final int LEAST_INTERVALS = 10;

  private static final int MOST_PENDING = 64;

  private final List<Block> blocks = new ArrayList<>();
  private final Map<Integer, Integer> byInterval = new HashMap<>();

  /** The intervals of the current block that are not in it yet: it is faster to add many. */
  private final List<TimeHistogram> pending = new ArrayList<>();

  private int current;

  private Blocks(StoredRun run) {
    List<StoredInterval> measured = measured(run);
    if (measured.size() < LEAST_INTERVALS) {
      return;
    }
    int count = BlockCount.of(rates(run, measured));
    for (int index = 0; index < measured.size(); index++) {
      StoredInterval interval = measured.get(index);
      int block = BlockCount.blockOf(index, measured.size(), count);
      byInterval.put(interval.index(), block);
      if (block == blocks.size()) {
        blocks.add(new Block(0, 0, TimeHistogram.empty()));
      }
      add(block, new Block(interval.wallNanos(), 0, TimeHistogram.empty()));
    }
  }

  @Override
  public void interval(
      StoredInterval interval, Map<OperationType, TimeHistogram> times, TimeHistogram primary) {
    Integer block = byInterval.get(interval.index());
    if (block == null) {
      return;
    }
    if (block != current || pending.size() == MOST_PENDING) {
      addPending();
    }
    current = block;
    pending.add(primary);
  }

  private void addPending() {
    if (!pending.isEmpty()) {
      TimeHistogram sum = TimeHistogram.sum(pending);
      add(current, new Block(0, sum.count(), sum));
      pending.clear();
    }
  }

  private void add(int block, Block more) {
    blocks.set(block, blocks.get(block).plus(more));
  }

  @Override
  public List<Block> finish() {
    addPending();
    return List.copyOf(blocks);
  }

  /** Returns the rates of primary operations answered OK. */
  static double[] rates(StoredRun run, List<StoredInterval> measured) {
    Set<OperationType> primary = PrimaryOperations.of(PhaseResult.measured(run.result().phases()));
    return measured.stream().mapToDouble(interval -> interval.okPerSecond(primary)).toArray();
  }

  /** Returns the intervals of sending; none where the run has steps. */
  static List<StoredInterval> measured(StoredRun run) {
    List<PhaseResult> phases = PhaseResult.measured(run.result().phases());
    if (phases.size() != 1 || phases.getFirst().step().isPresent()) {
      return List.of();
    }
    String name = phases.getFirst().name().toString();
    return run.intervals().stream()
        .filter(interval -> interval.phase().equals(name) && !run.isDrain(interval))
        .toList();
  }
}
