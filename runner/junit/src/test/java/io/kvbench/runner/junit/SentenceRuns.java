package io.kvbench.runner.junit;

/** The runs on a {@link SentenceStore}. */
final class SentenceRuns {
  static final String LOAD = "dotransactions=false operationcount=0 recordcount=100";
  static final String MIX =
      "recordcount=100 operationcount=200 readproportion=0.4 updateproportion=0.2"
          + " insertproportion=0.2 deleteproportion=0.2 dataintegrity=true";
  static final String UPDATES =
      "recordcount=50 operationcount=500 readproportion=0 updateproportion=1 dataintegrity=true";
  static final String SWAPS =
      "recordcount=10 operationcount=100 readproportion=0 updateproportion=0"
          + " compareandsetproportion=1";
  static final String RANGES =
      "recordcount=100 operationcount=20 readproportion=0 updateproportion=0 rangeproportion=1";

  static final String SCANS =
      "recordcount=100 operationcount=20 readproportion=0 updateproportion=0 scanproportion=1";
  static final String LOCKS =
      "recordcount=10 operationcount=20 readproportion=0 updateproportion=0 lockproportion=1"
          + " locks=2";
  static final String PAUSES =
      "recordcount=10 operationcount=40 clients=4 readproportion=0 updateproportion=0"
          + " lockproportion=1 locks=2 lock.pauses=1 lock.ttl=1ms lock.pause=20ms";
  static final String LEASES =
      "recordcount=0 operationcount=30 readproportion=0 updateproportion=0 leaseexpiryproportion=1";
  static final String WATCHERS =
      "recordcount=10 operationcount=100 readproportion=0 updateproportion=0"
          + " watchedupdateproportion=1 watch.keys=5 watch.watchers=3";

  private SentenceRuns() {}
}
