package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.core.setting.Problems;
import io.kvbench.host.json.StrictJson;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.RunLabels;
import io.kvbench.reports.content.ComparisonContent;
import io.kvbench.reports.csv.ComparisonCsv;
import io.kvbench.reports.csv.ScenariosCsv;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.JsonRows;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.runner.service.Route.BodyType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The routes of the service. {@code openapi.json} describes them to clients. */
final class Api {
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int ACCEPTED = 202;
  private static final int MOST_COMPARED = 20;
  private final Planning planning;
  private final RunQueue queue;
  private final RunStore store;
  private final String benchmarked;
  private final byte[] description;

  /** A comparison reads all of several results: one at a time has to do. */
  private final ReentrantLock comparing = new ReentrantLock();

  /**
   * Answers by these.
   *
   * @param benchmarked the system of {@link SimpleBenchmark}s
   */
  Api(Planning planning, RunQueue queue, RunStore store, String benchmarked) throws IOException {
    this.planning = planning;
    this.queue = queue;
    this.store = store;
    this.benchmarked = benchmarked;
    try (InputStream in = Api.class.getResourceAsStream("openapi.json")) {
      description = in == null ? new byte[0] : in.readAllBytes();
    }
  }

  List<Route> routes() {
    return List.of(
        new Route("GET", PageFile.ROOT, BodyType.NONE, call -> PageFile.PAGE.reply()),
        new Route("GET", PageFile.FILES + "{name}", BodyType.NONE, Api::pageFile),
        new Route("POST", SimpleBenchmark.READ.path(), BodyType.JSON_OR_FORM, this::read),
        new Route("POST", SimpleBenchmark.WRITE.path(), BodyType.JSON_OR_FORM, this::write),
        new Route("GET", "/v1/openapi.json", BodyType.NONE, call -> description()),
        new Route("GET", "/v1/catalog", BodyType.NONE, call -> catalog()),
        new Route("POST", Route.PLANS, BodyType.JSON, this::plan),
        new Route("POST", "/v1/runs", BodyType.JSON, this::start),
        new Route("GET", "/v1/runs", BodyType.NONE, this::list),
        new Route("GET", "/v1/runs/{id}", BodyType.NONE, call -> run(OK, queue.find(call.id()))),
        new Route("DELETE", "/v1/runs/{id}", BodyType.NONE, this::delete),
        new Route("POST", "/v1/runs/{id}/stop", BodyType.NONE, this::stop),
        new Route("POST", "/v1/runs/{id}/rate", BodyType.JSON, this::rate),
        new Route("GET", "/v1/runs/{id}/events", BodyType.NONE, this::events),
        new Route("GET", "/v1/runs/{id}/files/{name}", BodyType.NONE, this::file),
        new Route("GET", "/v1/comparison", BodyType.NONE, this::compare));
  }

  private static Reply pageFile(Call call) throws ServiceRefusal, IOException {
    return PageFile.of(call.variable("name"))
        .orElseThrow(() -> ServiceRefusal.notFound("this file"))
        .reply();
  }

  private Reply description() {
    return new Reply.Document(OK, "application/json", description, Map.of());
  }

  private Reply catalog() {
    return Reply.json(OK, planning.catalog());
  }

  private Reply plan(Call call) throws ServiceRefusal {
    return Reply.json(OK, planning.plan(request(call)).json());
  }

  private static RunRequest request(Call call) throws ServiceRefusal {
    Problems problems = new Problems();
    Body body = Body.parse(call.body(), List.of("system", "workload", "properties"), problems);
    RunRequest request =
        new RunRequest(
            body.required("system"), body.required("workload"), body.texts("properties"));
    if (!problems.isEmpty()) {
      throw ServiceRefusal.of(problems);
    }
    return request;
  }

  private Reply start(Call call) throws ServiceRefusal, IOException {
    RunRequest request = request(call);
    planning.plan(request);
    return run(CREATED, queue.add(request));
  }

  private Reply list(Call call) throws ServiceRefusal {
    String limit = call.parameter("limit", "100").getFirst();
    if (!limit.matches("[1-9]\\d{0,2}|1000")) {
      throw new ServiceRefusal(ServiceRefusal.BAD_REQUEST, "limit must be from 1 to 1000");
    }
    List<ServiceRun> listed = queue.list().stream().limit(Long.parseLong(limit)).toList();
    List<String> names =
        RunLabels.differing(
            listed.stream().map(run -> run.request().title()).toList(),
            listed.stream().map(run -> run.request().parts()).toList());
    ArrayNode runs = StrictJson.array();
    for (int index = 0; index < listed.size(); index++) {
      runs.add(listed.get(index).json().put("name", names.get(index)));
    }
    ObjectNode json = StrictJson.object();
    json.set("runs", runs);
    return Reply.json(OK, json);
  }

  private Reply.Document run(int status, ServiceRun run) throws IOException {
    ObjectNode json = run.json();
    Optional<Path> result = store.result(run.id());
    result.ifPresent(directory -> json.put("result", String.valueOf(directory.getFileName())));
    ArrayNode files = json.putArray("files");
    store.files(run.id()).keySet().forEach(files::add);
    return Reply.json(status, json, Map.of("Location", location(run)));
  }

  private static String location(ServiceRun run) {
    return "/v1/runs/" + run.id();
  }

  private Reply stop(Call call) throws ServiceRefusal, IOException {
    return run(ACCEPTED, queue.stop(call.id()));
  }

  private Reply rate(Call call) throws ServiceRefusal, IOException, InterruptedException {
    String id = queue.find(call.id()).id();
    String changed = queue.change(id, LoadRequest.parse(call.body()));
    return run(OK, queue.find(id)).with(changed);
  }

  private Reply delete(Call call) throws ServiceRefusal, IOException {
    queue.delete(call.id());
    return Reply.nothing();
  }

  private Reply events(Call call) throws ServiceRefusal {
    return new Reply.Events(queue.find(call.id()).id(), call.lastEvent());
  }

  /** The name is one of those that are there: it is compared, and never made a path. */
  private Reply file(Call call) throws ServiceRefusal, IOException {
    String name = call.variable("name");
    Path file = store.files(queue.find(call.id()).id()).get(name);
    Optional<FileType> type = FileType.of(name);
    if (file == null || type.isEmpty()) {
      throw ServiceRefusal.notFound("this file");
    }
    return new Reply.Download(file, type.get());
  }

  private Reply compare(Call call) throws ServiceRefusal, IOException {
    List<String> ids = call.parameter("run");
    if (ids.size() < 2 || ids.size() > MOST_COMPARED) {
      throw new ServiceRefusal(
          ServiceRefusal.BAD_REQUEST,
          "name 2 to " + MOST_COMPARED + " runs, as in /v1/comparison?run=ID&run=ID");
    }
    if (ids.size() > ids.stream().distinct().count()) {
      throw new ServiceRefusal(ServiceRefusal.BAD_REQUEST, "name each run once");
    }
    List<Path> directories = new ArrayList<>();
    for (String id : ids) {
      Optional<Path> result = store.result(queue.find(id).id());
      directories.add(result.orElseThrow(() -> withoutResult(id)));
    }
    String format = call.parameter("format", "text").getFirst();
    comparing.lock();
    try {
      return compare(directories, ids, format);
    } finally {
      comparing.unlock();
    }
  }

  private static Reply compare(List<Path> directories, List<String> ids, String format)
      throws ServiceRefusal {
    Optional<Comparison> comparison =
        ComparedRuns.read(directories, ids, List.of(), problem -> {}, IntervalTrack.READING)
            .map(Comparison::of);
    if (comparison.isEmpty()) {
      throw new ServiceRefusal(
          ServiceRefusal.CONFLICT, "these runs cannot be compared: not all have a result");
    }
    return written(comparison.get(), format);
  }

  private static ServiceRefusal withoutResult(String id) {
    return new ServiceRefusal(ServiceRefusal.CONFLICT, "run " + id + " has no result");
  }

  private static Reply written(Comparison comparison, String format) throws ServiceRefusal {
    return switch (format) {
      case "text" ->
          Reply.text(
              "text/plain", TextDocument.of(ComparisonContent.of(comparison), TextStyle.PLAIN));
      case "csv" -> Reply.text("text/csv", ComparisonCsv.of(comparison));
      case "markdown" ->
          Reply.text("text/markdown", MarkdownDocument.of(ComparisonContent.of(comparison)));
      case "html" ->
          Reply.text("text/html", HtmlDocument.of(ComparisonContent.withCharts(comparison)));
      default ->
          throw new ServiceRefusal(
              ServiceRefusal.BAD_REQUEST, "format must be one of text, csv, markdown and html");
    };
  }

  private Reply read(Call call) throws ServiceRefusal, IOException, InterruptedException {
    return benchmark(SimpleBenchmark.READ, call);
  }

  private Reply write(Call call) throws ServiceRefusal, IOException, InterruptedException {
    return benchmark(SimpleBenchmark.WRITE, call);
  }

  /** The answer comes when the run has ended. */
  private Reply benchmark(SimpleBenchmark benchmark, Call call)
      throws ServiceRefusal, IOException, InterruptedException {
    RunRequest request = benchmark.request(benchmarked, call.body(), planning::isOpen);
    planning.plan(request);
    ServiceRun run = queue.await(queue.add(request).id());
    if (!run.state().isOver()) {
      throw new ServiceRefusal(
          ServiceRefusal.UNAVAILABLE,
          "the service is shutting down; run " + run.id() + " stays in its queue");
    }
    Optional<StoredRun> result = run.state() == RunState.DONE ? result(run.id()) : Optional.empty();
    if (result.isEmpty()) {
      throw new ServiceRefusal(
          ServiceRefusal.INTERNAL_ERROR,
          "run " + run.id() + " is " + run.state() + ": " + run.reason().orElse("no result"));
    }
    String csv = ScenariosCsv.ofAnswered(result.get(), benchmark.testType());
    if (call.parameter("format").contains("csv")) {
      return Reply.text("text/csv", csv);
    }
    ObjectNode json = StrictJson.object();
    json.set("results", rows(csv));
    json.set("run", run.json());
    return Reply.json(OK, json, Map.of("Location", location(run)));
  }

  private Optional<StoredRun> result(String id) throws IOException {
    return store.result(id).flatMap(directory -> StoredRun.read(directory, problem -> {}));
  }

  /** The rows of the file by the names of its columns; what a row does not have is left out. */
  private static JsonNode rows(String csv) {
    List<List<String>> lines = csv.lines().map(line -> List.of(line.split(",", -1))).toList();
    ArrayNode rows = StrictJson.array();
    for (List<String> line : lines.subList(1, lines.size())) {
      ObjectNode row = rows.addObject();
      for (int column = 0; column < line.size(); column++) {
        JsonRows.put(row, lines.getFirst().get(column), line.get(column));
      }
    }
    return rows;
  }
}
