package io.kvbench.runner.service;

import io.kvbench.core.setting.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The two benchmarks that a single request describes, with the fields of the older service for
 * stores in containers: reads of a key or a range, and writes of new values.
 */
enum SimpleBenchmark {
  READ,
  WRITE;

  /** The names under which their runs go. */
  static final Set<String> WORKLOADS = Set.of("benchmark-read", "benchmark-write");

  private static final List<String> COMMON = List.of("endpoints", "clients", "total", "conns");
  private static final long MOST_REQUESTS = 1_000_000_000_000L;
  private static final int MOST_CLIENTS = 1_000_000;
  private static final int MOST_CONNECTIONS = 100_000;
  private static final int LONGEST_KEY = 65_536;
  private static final int LONGEST_VALUE = 1 << 26;

  /** The maximum number of digits, enough for a separate key for every request. */
  private static final int MOST_DIGITS = 12;

  /** The maximum number of records that a run tracks. */
  private static final long MOST_RECORDS = 100_000_000;

  /** Returns the fields that the other benchmark does not have. */
  private List<String> own() {
    return this == READ
        ? List.of("key", "endRange", "consistency")
        : List.of("keySize", "valSize", "sequentialKeys", "targetLeader");
  }

  private String workload() {
    return "benchmark-" + testType();
  }

  /** Returns its name in the older tool's files. */
  String testType() {
    return this == READ ? "read" : "write";
  }

  /** Returns the path of its requests. */
  String path() {
    return "/benchmark/" + testType();
  }

  /**
   * Turns the body of a request into a run.
   *
   * @param system the system to benchmark, which a body does not name
   * @param open whether clients may set a property
   * @throws ServiceRefusal with everything that is wrong with the body
   */
  RunRequest request(String system, byte[] document, Predicate<String> open) throws ServiceRefusal {
    Problems problems = new Problems();
    List<String> known = new ArrayList<>(COMMON);
    for (SimpleBenchmark each : values()) {
      known.addAll(each.own());
    }
    Body body = Body.parse(document, known, problems);
    checkPath(body);
    Map<String, String> properties = new TreeMap<>();
    if (open.test("endpoints") || body.has("endpoints")) {
      properties.put("endpoints", body.required("endpoints"));
    }
    long clients = body.requiredNumber("clients", 1, MOST_CLIENTS);
    long total = body.requiredNumber("total", 1, MOST_REQUESTS);
    properties.put("clients", Long.toString(clients));
    properties.put(
        "connections", Long.toString(body.number("conns", 1, MOST_CONNECTIONS).orElse(1)));
    properties.put("operationcount", Long.toString(total));
    // The records are those of earlier requests: none are loaded.
    properties.put("dotransactions", "true");
    properties.put("readproportion", "0");
    properties.put("updateproportion", "0");
    switch (this) {
      case READ -> read(body, properties, problems);
      case WRITE -> write(body, total, system, properties, open, problems);
    }
    if (!problems.isEmpty()) {
      throw ServiceRefusal.of(problems);
    }
    return new RunRequest(system, workload(), properties);
  }

  /** A body of the other benchmark was sent to the wrong path. */
  private void checkPath(Body body) throws ServiceRefusal {
    SimpleBenchmark other = this == READ ? WRITE : READ;
    List<String> foreign = other.own().stream().filter(body::has).toList();
    if (!foreign.isEmpty()) {
      throw new ServiceRefusal(
          ServiceRefusal.BAD_REQUEST,
          "%s belongs to a %s benchmark; send this body to %s"
              .formatted(String.join(", ", foreign), other.testType(), other.path()));
    }
  }

  private static void read(Body body, Map<String, String> properties, Problems problems) {
    String key = body.required("key");
    properties.put("rangeproportion", "1");
    properties.put("range.start", key);
    // Without an end it is the range of the key alone: the next key is one zero byte longer.
    properties.put(
        "range.end", body.text("endRange").filter(end -> !end.isEmpty()).orElse(key + "\0"));
    String consistency = body.text("consistency").orElse("l");
    switch (consistency) {
      case "l" -> properties.put("readconsistency", "linearizable");
      case "s" -> properties.put("readconsistency", "stale");
      default ->
          problems.add("consistency", "must be \"l\" (linearizable) or \"s\" (serializable).");
    }
  }

  private static void write(
      Body body,
      long total,
      String system,
      Map<String, String> properties,
      Predicate<String> open,
      Problems problems) {
    int keyBytes = (int) body.requiredNumber("keySize", 1, LONGEST_KEY);
    long valueBytes = body.requiredNumber("valSize", 0, LONGEST_VALUE);
    properties.put("keysize", Integer.toString(keyBytes));
    properties.put("valuesize", Long.toString(valueBytes));
    boolean sequential = body.flag("sequentialKeys");
    long keys = (long) Math.pow(10, Math.min(keyBytes, MOST_DIGITS));
    if (sequential && total <= keys) {
      properties.put("insertproportion", "1");
    } else {
      // Fewer keys than requests, or keys in any order: a put of a key that may be there.
      properties.put("updateproportion", "1");
      properties.put("recordcount", Long.toString(Math.min(Math.min(keys, total), MOST_RECORDS)));
      properties.put("requestdistribution", sequential ? "sequential" : "uniform");
    }
    if (body.flag("targetLeader")) {
      String name = system + ".targetleader";
      if (open.test(name)) {
        properties.put(name, "true");
      } else {
        problems.add(
            "targetLeader", "clients of " + system + " cannot connect to the leader only.");
      }
    }
  }
}
