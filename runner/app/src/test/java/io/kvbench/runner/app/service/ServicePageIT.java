package io.kvbench.runner.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.testkit.browser.Browser;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the service in a real Chromium, with real runs of the store in memory. */
@Tag("matrix")
class ServicePageIT {
  private static final String TOKEN = "0123456789abcdef0123";
  private static final String READY = "document.body?.dataset.ready === 'true'";
  private static final String DRAWN = "document.body?.dataset.drawn === 'true'";
  private static final String LINES =
      "[...document.querySelectorAll('.phase[open] .line')]"
          + ".some(line => line.getAttribute('d').includes('L'))";
  private static final String MEASURED =
      "document.querySelectorAll('#figures tr').length > 1 && " + LINES;
  private static final String STATE = "document.querySelector('#state').textContent";

  private static final String TEXTS =
      """
      [...document.querySelectorAll("body *")].filter(part =>
        part.checkVisibility() && !part.disabled && part.tagName !== "OPTION"
        && [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim()))""";

  /** A text that would do something if it were taken for markup. */
  private static final String HOSTILE = "<img src=x onerror=window.harm=1>";

  @TempDir static Path directory;

  private static Browser browser;
  private static KvbenchProcess service;
  private static URI address;

  @BeforeAll
  static void open() throws Exception {
    service = serve(directory);
    address = address(service);
    browser = Browser.start(directory.resolve("profile"));
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
    if (service != null) {
      service.close();
    }
  }

  private static KvbenchProcess serve(Path place, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of("serve", "--port", "0"));
    command.addAll(List.of("-p", "exit.on=never"));
    command.addAll(List.of(more));
    return KvbenchProcess.start(place, command.toArray(String[]::new));
  }

  private static URI address(KvbenchProcess process) throws Exception {
    process.awaitOut("listening on http://127.0.0.1:");
    return URI.create(process.out().replaceFirst("(?s).*listening on (\\S+).*", "$1/"));
  }

  private static String text(String expression) {
    return browser.evaluate(expression).asText();
  }

  private static List<String> texts(String expression) {
    return StreamSupport.stream(browser.evaluate(expression).spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  /** Sets fields as a user does, who then leaves them. */
  private static void set(String... idsAndTexts) {
    for (int index = 0; index < idsAndTexts.length; index += 2) {
      browser.evaluate(
          "(field => { field.value = \"%s\"; field.dispatchEvent(new Event('change', { bubbles: true })) })"
                  .formatted(idsAndTexts[index + 1])
              + "(document.getElementById('"
              + idsAndTexts[index]
              + "'))");
    }
  }

  private static void click(String selector) {
    browser.evaluate("document.querySelector(\"" + selector + "\").click()");
  }

  /** A browser reports each answer that refuses something; nothing else may be reported. */
  private static void assertNoComplaints() {
    assertThat(browser.complaints())
        .allMatch(complaint -> complaint.contains("the server responded with a status of 40"));
    assertThat(browser.requests())
        .allMatch(
            request -> request.startsWith("http://127.0.0.1:") || request.startsWith("data:"));
    assertThat(text("String(window.harm)")).isEqualTo("undefined");
  }

  @Test
  void aRunIsStartedFollowedStoppedAndCompared() throws Exception {
    browser.open(address, READY);
    set("system", "memory", "workload", "workloada", "property-clients", "4");
    set("property-target", "500", "property-maxexecutiontime", "10m", "property-label", HOSTILE);
    set("property-recordcount", "100", "property-operationcount", "1000000000");
    set("property-memory.latency", "1ms", "property-hosts.every", "500ms");
    browser.await("document.querySelector('#answer.good')");
    assertThat(text("document.querySelector('#answer').textContent"))
        .contains("load, 100 requests", "4 clients", "500");
    click("#new button.first");
    browser.await(MEASURED);
    browser.await("document.querySelector('#processes tr')");
    browser.await(STATE + " === 'running: run phase'");
    browser.await(
        "[...document.querySelectorAll('#figures th')].map(each => each.textContent).join()"
            + " === 'READ,UPDATE'");
    assertThat(text("document.querySelector('#tiles').textContent"))
        .contains("Throughput", "p99 READ", "Errors so far0");
    assertThat(text("document.querySelector('#events').textContent"))
        .contains("running", "phase load", "phase run");
    assertReadable();
    assertPhasesApart();
    assertThat(changeRate("800")).isEqualTo("Changed to 800 per second.");
    browser.await(
        "parseFloat([...document.querySelectorAll('#tiles dt')].find(each => each.textContent === 'Throughput')"
            + ".nextSibling.textContent.replace(',', '')) > 650");
    assertThat(text("document.querySelector('#events').textContent")).contains("rate changed to");
    click("#stop");
    browser.await("document.querySelector('#files a')");
    assertThat(browser.evaluate("document.querySelector('#rate').hidden").asBoolean()).isTrue();
    browser.await(STATE + ".includes(': ended before its planned end, and ')");
    assertThat(text(STATE)).startsWith("stopped, verdict");
    assertThat(text("document.querySelector('#events').textContent"))
        .containsSubsequence("running", "phase load", "phase run", "stopped");
    browser.await("document.querySelector('#tiles').textContent.includes('p50')");
    assertThat(text("document.querySelector('#tiles').textContent"))
        .as("the result, not the last interval")
        .contains("Phaserun", "Errors0")
        .doesNotContain("so far");
    String page = browser.target();
    click("#files a");
    browser.follow("/files/report.html", DRAWN);
    assertThat(text("self.origin")).as("a document without an origin").isEqualTo("null");
    browser.closePage();
    browser.attach(page);

    String first = text("location.hash");
    click("#again");
    set("property-target", "");
    click("#new button.first");
    browser.await("location.hash !== '" + first + "' && " + MEASURED);
    browser.await(
        "[...document.querySelectorAll('#runs b')]"
            + ".some(each => each.textContent.includes('target=500'))");
    assertThat(changeRate("800")).contains("only a run with a rate (target)");
    click("#stop");
    compare(page);

    String runs = "document.querySelectorAll('#runs li').length";
    int before = browser.evaluate(runs).asInt();
    click("#delete");
    click("#really");
    browser.await(runs + " === " + (before - 1));
    assertNoComplaints();
  }

  /** The load phase is folded when the run begins, and has a separate chart and scale. */
  private static void assertPhasesApart() throws Exception {
    assertThat(
            texts(
                "[...document.querySelectorAll('.phase')]"
                    + ".map(each => each.dataset.phase + ' ' + each.open)"))
        .containsExactly("run true", "load false");
    click(".phase[data-phase=load] summary");
    browser.await(
        "[...document.querySelectorAll('.phase')].every(each => each.querySelector('.line'))");
    click(".phase[data-phase=load] summary");
  }

  /** Returns what the page says of another rate. */
  private static String changeRate(String perSecond) throws Exception {
    String answer = "document.getElementById('rate-answer').textContent";
    browser.evaluate("document.getElementById('per-second').value = '" + perSecond + "'");
    click("#rate button");
    browser.await(answer);
    return text(answer);
  }

  /** Compares the two latest runs as soon as they have results. */
  private static void compare(String page) throws Exception {
    String boxes = "[...document.querySelectorAll('#runs input')].slice(0, 2)";
    browser.await(boxes + ".every(box => !box.disabled)");
    assertThat(text("document.querySelector('#runs').textContent")).contains(HOSTILE);
    List<String> ids = texts(boxes + ".map(box => box.value)");
    browser.evaluate(boxes + ".forEach(box => box.click())");
    click("#compare");
    browser.follow("/v1/comparison?format=html&run=", DRAWN);
    assertThat(text("document.body.textContent")).contains(ids);
    browser.closePage();
    browser.attach(page);
  }

  /** The page with a run in progress: light and dark, in a window and on a phone. */
  private static void assertReadable() throws Exception {
    for (String scheme : List.of("light", "dark")) {
      browser.prefer(scheme);
      browser.await("matchMedia('(prefers-color-scheme: " + scheme + ")').matches");
      for (int width : new int[] {1300, 400}) {
        browser.resize(width, 850);
        assertThat(browser.evaluate(top("#run") + " < " + top("#new")).asBoolean())
            .as("one column begins with the run")
            .isEqualTo(width == 400);
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
            .as("no horizontal scrolling")
            .isLessThanOrEqualTo(width);
        assertThat(browser.leastContrast(TEXTS)).as(scheme).isGreaterThan(4.5);
      }
    }
    browser.prefer("light");
    browser.resize(1300, 850);
  }

  private static String top(String selector) {
    return "document.querySelector('" + selector + "').getBoundingClientRect().top";
  }

  @Test
  void aFirstRunNeedsOneScreen() throws Exception {
    browser.open(address, READY);
    browser.await("!document.querySelector('#runs .running')");
    for (int width : new int[] {1280, 400}) {
      browser.resize(width, 800);
      assertThat(
              browser
                  .evaluate(
                      "document.querySelector('#new button.first').getBoundingClientRect().bottom")
                  .asDouble())
          .as("the Start button at %d px", width)
          .isLessThanOrEqualTo(800);
    }
    browser.resize(1300, 850);
    assertThat(
            texts(
                "[...document.querySelectorAll('#new label, #new summary')]"
                    + ".filter(each => each.checkVisibility()).map(each => each.textContent)"))
        .containsExactly(
            "System",
            "Workload",
            "Start servers here",
            "Use running servers",
            "Number of servers cluster.nodes",
            "Clients clients",
            "Rate target",
            "Duration maxexecutiontime",
            "Requests operationcount",
            "More settings");
    click("#servers [value=running]");
    assertThat(text("document.querySelector('#servers .field:not([hidden]) label').textContent"))
        .isEqualTo("Addresses endpoints");
    set("system", "memory");
    assertThat(browser.evaluate("document.querySelector('#servers').checkVisibility()").asBoolean())
        .as("a system without servers")
        .isFalse();

    click("#more summary");
    assertThat(
            texts(
                "[...document.querySelectorAll('#groups .field label')]"
                    + ".map(each => each.textContent)"))
        .contains("Number of records in the store at the start of the run recordcount");
    set("property-recordcount", "5");
    assertThat(text("document.querySelector('#more > summary').textContent"))
        .isEqualTo("More settings – 1 set");
    assertThat(
            texts(
                "[...document.querySelectorAll('#groups details[open]')].map(each => each.textContent)"))
        .as("groups are folded")
        .isEmpty();
    assertNoComplaints();
  }

  /** Answers take so long that the records are still being read back when the page is asked. */
  @Test
  void whatARunIsDoingIsShownWhereNothingIsMeasured() throws Exception {
    browser.open(address, READY);
    set("system", "memory", "workload", "workloada", "property-clients", "400");
    set("property-recordcount", "800", "property-operationcount", "400");
    set("property-memory.latency", "200ms", "property-label", "");
    click("#new button.first");
    browser.await(
        STATE
            + " === 'running: reading records back' && document.querySelector('#latest').hidden"
            + " && getComputedStyle(document.querySelector('#tiles')).visibility === 'hidden'");
    browser.await("document.querySelector('#files a')");
    assertThat(text(STATE)).startsWith("done, verdict");
  }

  @Test
  void problemsAreShownAtTheirFieldsAllAtOnce() throws Exception {
    browser.open(address, READY);
    set("system", "memory", "workload", "workloada", "property-clients", "0");
    set("property-verdict.cpu", "much");
    click("#new button.first");
    browser.await("document.querySelector('#answer.bad')");

    assertThat(texts("[...document.querySelectorAll('[aria-invalid]')].map(each => each.id)"))
        .containsExactly("property-clients", "property-verdict.cpu");
    assertThat(text("document.getElementById('property-clients-problem').textContent"))
        .contains("expected an integer from 1");
    assertThat(text("document.activeElement.id")).isEqualTo("property-clients");
    assertThat(
            browser
                .evaluate("document.getElementById('property-verdict.cpu').checkVisibility()")
                .asBoolean())
        .as("its group is open")
        .isTrue();
    assertThat(text("document.getElementById('answer').textContent")).startsWith("2 errors");

    set("property-clients", "2", "property-verdict.cpu", "");
    browser.await("document.querySelector('#answer.good')");
    assertThat(texts("[...document.querySelectorAll('[aria-invalid]')].map(each => each.id)"))
        .isEmpty();
    set("filter", "session");
    browser.evaluate("document.getElementById('filter').dispatchEvent(new Event('input'))");
    assertThat(text("document.getElementById('filter-hint').textContent")).endsWith(" found");
    assertNoComplaints();
  }

  @Test
  void theKeyboardAloneStartsARun() throws Exception {
    browser.open(address, READY);
    tabTo("document.activeElement.id === 'system'");
    browser.press("m");
    assertThat(text("document.activeElement.value")).isEqualTo("memory");
    browser.press("Tab");
    browser.press("s");
    assertThat(text("document.activeElement.value")).isEqualTo("smoke");
    assertThat(text("getComputedStyle(document.activeElement).outlineStyle")).isEqualTo("solid");
    tabTo("document.activeElement.textContent === 'Start'");
    browser.press("Enter");
    browser.await("document.activeElement.id === 'run-title'");
    browser.await(STATE + ".startsWith('done')");
    browser.await("document.querySelector('#files a')");
    tabTo("document.activeElement.textContent === 'report.html'");
    String page = browser.target();
    browser.press("Enter");
    browser.follow("/files/report.html", DRAWN);
    browser.closePage();
    browser.attach(page);
    tabTo("document.activeElement.type === 'checkbox'");
    assertNoComplaints();
  }

  private static void tabTo(String found) {
    for (int tabs = 0; tabs < 60; tabs++) {
      browser.press("Tab");
      if (browser.evaluate("Boolean(" + found + ")").asBoolean()) {
        return;
      }
    }
    throw new AssertionError("no Tab leads to where " + found);
  }

  @Test
  void aTokenIsAskedForAndSentWithEverything() throws Exception {
    Path place = Files.createDirectory(directory.resolve("guarded"));
    Path file = place.resolve("token");
    Files.writeString(file, TOKEN + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    try (KvbenchProcess guarded = serve(place, "--token-file", file.toString())) {
      browser.open(address(guarded), "document.querySelector('#login:not([hidden])')");
      assertThat(text("document.activeElement.id")).isEqualTo("token");
      browser.evaluate("document.getElementById('token').value = 'wrong'");
      click("#login button");
      browser.await("document.getElementById('token-problem').textContent");
      assertThat(text("document.getElementById('token-problem').textContent"))
          .isEqualTo("The token is wrong.");
      browser.evaluate("document.getElementById('token').value = '" + TOKEN + "'");
      click("#login button");
      browser.await(READY);
      browser.evaluate("window.before = 1; location.reload()");
      browser.await("!window.before && " + READY);
      assertThat(browser.evaluate("document.getElementById('login').hidden").asBoolean())
          .as("the tab keeps the token")
          .isTrue();
      set("system", "memory", "workload", "smoke");
      click("#new button.first");
      browser.await("document.querySelector('#files a')");
      browser.await("document.querySelector('#events').textContent.includes('phase run')");
      String page = browser.target();
      click("#files a");
      browser.follow("/page/report.html", DRAWN);
      assertThat(text("self.origin")).as("a document without an origin").isEqualTo("null");
      assertThat(text("String(window.opener)")).isEqualTo("null");
      assertThat(text("document.querySelector('h1').textContent")).contains("smoke");
      browser.closePage();
      browser.attach(page);
      assertThat(text("location.search + location.hash")).doesNotContain(TOKEN);
      assertNoComplaints();
    }
  }
}
