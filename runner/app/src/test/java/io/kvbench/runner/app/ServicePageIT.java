package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
  private static final String MEASURED =
      "document.querySelectorAll('#figures tr').length > 1"
          + " && [...document.querySelectorAll('#response .line')]"
          + ".some(line => line.getAttribute('d').includes('L'))";

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
    assertThat(text("document.querySelector('#state').textContent")).isEqualTo("running");
    browser.await(
        "[...document.querySelectorAll('#figures th')].map(each => each.textContent).join()"
            + " === 'READ,UPDATE'");
    assertThat(text("document.querySelector('#tiles').textContent"))
        .contains("OK/s", "p99 READ", "Errors so far0");
    assertThat(text("document.querySelector('#events').textContent"))
        .contains("running", "phase load", "phase run");
    assertReadable();
    assertThat(changeRate("800")).isEqualTo("Changed to 800 per second.");
    browser.await(
        "Number([...document.querySelectorAll('#tiles dt')].find(each => each.textContent === 'OK/s')"
            + ".nextSibling.textContent.replace(',', '')) > 650");
    assertThat(text("document.querySelector('#events').textContent")).contains("rate changed to");
    click("#stop");
    browser.await("document.querySelector('#files a')");
    assertThat(browser.evaluate("document.querySelector('#rate').hidden").asBoolean()).isTrue();
    assertThat(text("document.querySelector('#state').textContent")).startsWith("stopped, verdict");
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
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
            .as("no horizontal scrolling")
            .isLessThanOrEqualTo(width);
        assertThat(leastContrast()).as(scheme).isGreaterThan(4.5);
      }
    }
    browser.prefer("light");
    browser.resize(1300, 850);
  }

  /** Returns the least contrast of text and what is behind it, as WCAG 2 defines it. */
  private static double leastContrast() {
    return browser
        .evaluate(
            """
            (() => {
              const parts = color => color.match(/[0-9.]+/g).slice(0, 3).map(Number);
              const linear = part => {
                const share = part / 255;
                return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
              };
              const luminance = color => {
                const [red, green, blue] = parts(color).map(linear);
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
              };
              const behind = part => {
                const color = getComputedStyle(part).backgroundColor;
                return part.parentElement && color === "rgba(0, 0, 0, 0)"
                  ? behind(part.parentElement) : color;
              };
              const shown = [...document.querySelectorAll("body *")].filter(part =>
                part.checkVisibility() && !part.disabled && part.tagName !== "OPTION"
                && [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim()));
              if (shown.length < 50) return 0;
              return Math.min(...shown.map(part => {
                const paper = luminance(behind(part));
                const style = getComputedStyle(part);
                const ink = luminance(part.namespaceURI.endsWith("svg") ? style.fill : style.color);
                return (Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05);
              }));
            })()
            """)
        .asDouble();
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
    browser.await("document.querySelector('#state').textContent.startsWith('done')");
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
