package io.kvbench.core.workload.setting;

import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.SoftwareTransaction;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.sample.Spread;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The properties of a workload: YCSB's, with its names and defaults, and kvbench's own. */
public final class WorkloadSettings {
  private static final long MAX_RECORDS = 1_000_000_000_000_000L;

  /** The max length of a value. */
  public static final int MAX_VALUE_BYTES = 64 << 20;

  /** The max length of a key. */
  public static final int MAX_KEY_BYTES = 65_536;

  /** Only the core workload exists; its class names are accepted so that YCSB's files run. */
  public static final Setting<String> WORKLOAD =
      special(
              "workload",
              "Workload type; only YCSB's core workload is supported.",
              "site.ycsb.workloads.CoreWorkload, com.yahoo.ycsb.workloads.CoreWorkload,"
                  + " CoreWorkload or core; kvbench has no other workload type",
              WorkloadSettings::coreWorkload,
              "core")
          .affecting(Affects.PRESENTATION);

  public static final Setting<Long> RECORD_COUNT =
      Setting.number(
              "recordcount",
              0,
              MAX_RECORDS,
              "Number of records in the store at the start of the run; the load phase writes them.")
          .withDefault("0");
  public static final Setting<Long> INSERT_START =
      Setting.number(
              "insertstart",
              0,
              MAX_RECORDS,
              "Number of the first record to load, or to insert if nothing is loaded.")
          .withDefault("0");
  public static final Setting<Long> INSERT_COUNT =
      Setting.number(
          "insertcount",
          0,
          MAX_RECORDS,
          "Number of records to load; all from insertstart to recordcount if unset.");

  public static final Setting<Integer> FIELD_COUNT =
      Setting.integer("fieldcount", 1, 1_000_000, "Number of fields in a record's value.")
          .withDefault("10")
          .deciding(Fact.VALUE_SIZE);
  public static final Setting<Integer> FIELD_LENGTH =
      Setting.integer(
              "fieldlength",
              0,
              MAX_VALUE_BYTES,
              "Length of a field in bytes; the max if lengths vary.")
          .withDefault("100")
          .deciding(Fact.VALUE_SIZE);
  public static final Setting<Integer> MIN_FIELD_LENGTH =
      Setting.integer(
              "minfieldlength",
              0,
              MAX_VALUE_BYTES,
              "Min length of a field in bytes if lengths vary.")
          .withDefault("1")
          .deciding(Fact.VALUE_SIZE);
  public static final Setting<FieldLengthDistribution> FIELD_LENGTH_DISTRIBUTION =
      Setting.choice(
              "fieldlengthdistribution",
              FieldLengthDistribution.class,
              "Distribution of field lengths.")
          .withDefault("constant")
          .deciding(Fact.VALUE_SIZE);
  public static final Setting<String> FIELD_LENGTH_HISTOGRAM =
      Setting.text(
              "fieldlengthhistogram",
              "Histogram file of field lengths, for fieldlengthdistribution=histogram.")
          .withDefault("hist.txt");
  public static final Setting<Spread> VALUE_SIZE =
      Setting.of(
              "valuesize",
              "Size of values in bytes, or its distribution; overrides fieldcount x fieldlength.",
              Spread.accepts(FIELD_LENGTH.accepts(), "100*9, 10k*1"),
              text -> Spread.parse(text, FIELD_LENGTH.parser().andThen(Integer::longValue)::apply))
          .forRemote()
          .deciding(Fact.VALUE_SIZE);
  public static final Setting<Double> COMPRESSIBILITY =
      Setting.decimal(
              "compressibility",
              0,
              1,
              "Fraction of a value's bytes that compression can remove; 0 writes random bytes.")
          .withDefault("0");
  public static final Setting<Boolean> DATA_INTEGRITY =
      Setting.bool(
              "dataintegrity",
              "Write values that identify the record and the write, and check the values that reads"
                  + " return.")
          .withDefault("false");

  public static final Setting<Boolean> CHECK =
      Setting.bool(
              "check",
              "Record all operations, and check their answers against what the system promises"
                  + " after the run; implies values that identify the record and the write.")
          .withDefault("false");

  public static final Setting<Double> READ_PROPORTION =
      proportion("readproportion", "reads", "0.95");
  public static final Setting<Double> UPDATE_PROPORTION =
      proportion("updateproportion", "updates", "0.05");
  public static final Setting<Double> INSERT_PROPORTION =
      proportion("insertproportion", "inserts", "0");
  public static final Setting<Double> SCAN_PROPORTION = proportion("scanproportion", "scans", "0");
  public static final Setting<Double> READ_MODIFY_WRITE_PROPORTION =
      proportion(
          "readmodifywriteproportion",
          "read-modify-writes (a read, then an update of the same record)",
          "0");
  public static final Setting<Double> COMPARE_AND_SET_PROPORTION =
      proportion(
          "compareandsetproportion",
          "compare-and-sets (a read, then a write that succeeds only if the record has not"
              + " changed)",
          "0");
  public static final Setting<Double> TRANSACTION_PROPORTION =
      proportion("transactionproportion", "transactions (transactionlength updates each)", "0");
  public static final Setting<Integer> TRANSACTION_LENGTH =
      Setting.integer(
              "transactionlength",
              1,
              100_000,
              "Number of records in a transaction: the chosen one and those numbered after it.")
          .withDefault("10");
  public static final Setting<Double> READ_TRANSACTION_PROPORTION =
      proportion(
          "readtransactionproportion",
          "read transactions (transactionlength records as they were at one moment)",
          "0");
  public static final Setting<Double> STM_PROPORTION =
      proportion(
          "stmproportion",
          "software transactions (reads, then a transaction that applies only if nothing was"
              + " written since, repeated on conflict)",
          "0");
  public static final Setting<Integer> STM_READS =
      Setting.integer(
              "stm.reads",
              1,
              1_000,
              "Number of records that a software transaction reads: the chosen one and those"
                  + " numbered after it.")
          .withDefault("2");
  public static final Setting<Integer> STM_WRITES =
      Setting.integer(
              "stm.writes", 1, 1_000, "Number of these records that a software transaction writes.")
          .withDefault("1");
  public static final Setting<SoftwareTransaction.Isolation> STM_ISOLATION =
      Setting.choice(
              "stm.isolation",
              SoftwareTransaction.Isolation.class,
              "What a software transaction requires: nothing (read_committed); that nothing it read"
                  + " was written since (repeatable_reads); also that all reads are of one version"
                  + " of the store (serializable), after which nothing it writes was written"
                  + " (serializable_snapshot).")
          .withDefault("repeatable_reads");
  public static final Setting<Integer> STM_ATTEMPTS =
      Setting.integer(
              "stm.attempts",
              1,
              1_000_000,
              "Max number of attempts of a software transaction; after the last it is CONFLICT.")
          .withDefault("1000");
  public static final Setting<Double> WATCH_PROPORTION =
      proportion(
          "watchproportion",
          "watches (updates of a watched record, timed until the watch reports them)",
          "0");
  public static final Setting<Double> DELETE_PROPORTION =
      proportion("deleteproportion", "deletes", "0");

  public static final Setting<RequestDistribution> REQUEST_DISTRIBUTION =
      Setting.choice(
              "requestdistribution",
              RequestDistribution.class,
              "Distribution of requests over the existing records.")
          .withDefault("uniform");
  public static final Setting<Double> HOTSPOT_DATA_FRACTION =
      Setting.decimal("hotspotdatafraction", 0, 1, "Fraction of the records that are hot.")
          .withDefault("0.2");
  public static final Setting<Double> HOTSPOT_OPERATION_FRACTION =
      Setting.decimal(
              "hotspotopnfraction", 0, 1, "Fraction of the requests that go to hot records.")
          .withDefault("0.8");
  public static final Setting<Double> EXPONENTIAL_PERCENTILE =
      Setting.decimal(
              "exponential.percentile",
              0,
              100,
              "Percentage of the requests that go to the newest exponential.frac of the records.")
          .withDefault("95");
  public static final Setting<Double> EXPONENTIAL_FRACTION =
      Setting.decimal(
              "exponential.frac",
              0,
              1,
              "Fraction of the records, the newest, that get exponential.percentile % of the"
                  + " requests.")
          .withDefault("0.8571428571");
  public static final Setting<Boolean> SAME_KEY =
      Setting.bool("samekey", "Send every request to one record, number insertstart.")
          .withDefault("false");

  public static final Setting<InsertOrder> INSERT_ORDER =
      Setting.choice(
              "insertorder",
              InsertOrder.class,
              "Whether keys are hashed or in order of record numbers.")
          .withDefault("hashed");
  public static final Setting<Integer> ZERO_PADDING =
      Setting.integer(
              "zeropadding", 0, MAX_KEY_BYTES, "Min number of digits in a key after its prefix.")
          .withDefault("1")
          .deciding(Fact.KEY_SIZE);
  public static final Setting<String> KEY_PREFIX =
      Setting.text("keyprefix", "Prefix of every key, before its number.")
          .forRemote()
          .withDefault("user")
          .deciding(Fact.KEY_SIZE);
  public static final Setting<Integer> KEY_SIZE =
      Setting.integer(
              "keysize",
              1,
              MAX_KEY_BYTES,
              "Exact size of every key in bytes: a zero-padded number without a prefix; overrides"
                  + " insertorder, zeropadding and keyprefix.")
          .deciding(Fact.KEY_SIZE);

  public static final Setting<Integer> MIN_SCAN_LENGTH =
      Setting.integer(
              "minscanlength", 1, Integer.MAX_VALUE, "Min number of records that a scan requests.")
          .withDefault("1");
  public static final Setting<Integer> MAX_SCAN_LENGTH =
      Setting.integer(
              "maxscanlength", 1, Integer.MAX_VALUE, "Max number of records that a scan requests.")
          .withDefault("1000");
  public static final Setting<ScanLengthDistribution> SCAN_LENGTH_DISTRIBUTION =
      Setting.choice(
              "scanlengthdistribution",
              ScanLengthDistribution.class,
              "Distribution of scan lengths.")
          .withDefault("uniform");

  public static final Setting<ReadConsistency> READ_CONSISTENCY =
      Setting.choice("readconsistency", ReadConsistency.class, "Consistency of reads and scans.")
          .withDefault("default")
          .deciding(Fact.CONSISTENCY);
  public static final Setting<Long> SEED =
      Setting.number(
              "seed",
              0,
              Long.MAX_VALUE,
              "Random seed; the same seed gives every client the same sequence of requests.")
          .withDefault("1")
          .affecting(Affects.CLIENT);

  public static final Setting<Integer> INSERTION_RETRY_LIMIT =
      Setting.integer(
              "core_workload_insertion_retry_limit",
              0,
              1_000_000,
              "Load phase: max number of times that an insert is sent again after an error. Every"
                  + " attempt counts as an insert; a record that exists already is no error.")
          .withDefault("0");
  public static final Setting<Duration> INSERTION_RETRY_INTERVAL =
      Setting.seconds(
              "core_workload_insertion_retry_interval",
              86_400,
              "Wait before an insert is sent again, varied by 20 % up or down.")
          .withDefault("3");

  private static final List<Setting<?>> OWN =
      List.of(
          WORKLOAD,
          RECORD_COUNT,
          INSERT_START,
          INSERT_COUNT,
          FIELD_COUNT,
          FIELD_LENGTH,
          MIN_FIELD_LENGTH,
          FIELD_LENGTH_DISTRIBUTION,
          FIELD_LENGTH_HISTOGRAM,
          VALUE_SIZE,
          COMPRESSIBILITY,
          DATA_INTEGRITY,
          CHECK,
          READ_PROPORTION,
          UPDATE_PROPORTION,
          INSERT_PROPORTION,
          SCAN_PROPORTION,
          READ_MODIFY_WRITE_PROPORTION,
          COMPARE_AND_SET_PROPORTION,
          DELETE_PROPORTION,
          TRANSACTION_PROPORTION,
          TRANSACTION_LENGTH,
          READ_TRANSACTION_PROPORTION,
          STM_PROPORTION,
          STM_READS,
          STM_WRITES,
          STM_ISOLATION,
          STM_ATTEMPTS,
          WATCH_PROPORTION,
          REQUEST_DISTRIBUTION,
          HOTSPOT_DATA_FRACTION,
          HOTSPOT_OPERATION_FRACTION,
          EXPONENTIAL_PERCENTILE,
          EXPONENTIAL_FRACTION,
          SAME_KEY,
          INSERT_ORDER,
          ZERO_PADDING,
          KEY_PREFIX,
          KEY_SIZE,
          MIN_SCAN_LENGTH,
          MAX_SCAN_LENGTH,
          SCAN_LENGTH_DISTRIBUTION,
          READ_CONSISTENCY,
          SEED,
          INSERTION_RETRY_LIMIT,
          INSERTION_RETRY_INTERVAL);

  private static final Set<String> CORE_WORKLOADS =
      Set.of(
          "core",
          "CoreWorkload",
          "site.ycsb.workloads.CoreWorkload",
          "com.yahoo.ycsb.workloads.CoreWorkload");

  private WorkloadSettings() {}

  /** Returns those of records, keys, values and simple requests, in display order. */
  public static List<Setting<?>> all() {
    return OWN;
  }

  public static Setting<Double> proportion(String name, String what, String defaultText) {
    return Setting.decimal(
            name, 0, 1_000_000, "Weight of " + what + " in the mix; weights need not sum to 1.")
        .withDefault(defaultText)
        .deciding(Fact.MIX);
  }

  private static <T> Setting<T> special(
      String name,
      String description,
      String accepts,
      Function<String, T> parser,
      String defaultText) {
    return Setting.of(name, description, accepts, parser).withDefault(defaultText).forRemote();
  }

  private static String coreWorkload(String text) {
    if (!CORE_WORKLOADS.contains(text)) {
      throw new IllegalArgumentException(text);
    }
    return "core";
  }
}
