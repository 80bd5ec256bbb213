package io.kvbench.testkit.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.kvbench.testkit.RealServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A real headless Chromium, driven by its DevTools protocol. One page at a time. */
public final class Browser implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;
  private static final String LISTENING = "DevTools listening on ";

  /** Commands to the browser itself, and not to a page. */
  private static final String WHOLE = "";

  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final WebSocket socket;
  private final Map<Integer, CompletableFuture<JsonNode>> answers;
  private final List<String> complaints;
  private final List<String> requests;
  private final AtomicInteger number = new AtomicInteger();
  private String session = "";
  private String target = "";

  private Browser(Process process, WebSocket socket, Listener listener) {
    this.process = process;
    this.socket = socket;
    this.answers = listener.answers;
    this.complaints = listener.complaints;
    this.requests = listener.requests;
  }

  /** Starts a browser with its own profile; without Chromium the test fails or is aborted. */
  public static Browser start(Path profile) throws IOException {
    Process process =
        new ProcessBuilder(
                RealServers.require("chromium").toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    Listener listener = new Listener();
    WebSocket socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address(process), listener)
            .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .join();
    return new Browser(process, socket, listener);
  }

  private static URI address(Process process) throws IOException {
    BufferedReader output = process.inputReader();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(LISTENING)) {
        return URI.create(line.substring(LISTENING.length()).strip());
      }
    }
    throw new IOException("the browser has ended with " + process.exitValue());
  }

  /** Opens a file in a new page and waits until it is rendered. */
  public void open(Path file) throws InterruptedException {
    open(file.toUri(), "document.body && document.body.dataset.drawn === 'true'");
  }

  /** The same for a page without scripts. */
  public void openStill(Path file) throws InterruptedException {
    open(file.toUri(), "document.readyState === 'complete' && document.querySelector('main')");
  }

  /**
   * Opens an address in a new page.
   *
   * @param ready a JavaScript expression that is true when the page is ready
   */
  public void open(URI address, String ready) throws InterruptedException {
    JsonNode created = call(WHOLE, "Target.createTarget", "{\"url\":\"about:blank\"}");
    attach(created.get("targetId").asText());
    complaints.clear();
    requests.clear();
    call("Page.navigate", "{\"url\":" + JSON.valueToTree(address.toString()) + "}");
    await(ready);
  }

  /** Returns the current page, to return to it with {@link #attach}. */
  public String target() {
    return target;
  }

  /** Makes an open page the current one. */
  public void attach(String page) {
    target = page;
    session =
        call(WHOLE, "Target.attachToTarget", "{\"targetId\":\"" + page + "\",\"flatten\":true}")
            .get("sessionId")
            .asText();
    for (String domain : List.of("Runtime", "Log", "Network", "Page")) {
      call(domain + ".enable", "{}");
    }
    call("Page.bringToFront", "{}"); // Chromium does not render background pages.
  }

  /**
   * Switches to the page that the current one opens, which is the next with such an address.
   *
   * @param part of the address
   * @param ready a JavaScript expression that is true when the page is ready
   */
  public void follow(String part, String ready) throws InterruptedException {
    Optional<String> opened = opened(part);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (opened.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no page of " + part + " was opened; " + complaints);
      }
      Thread.sleep(20);
      opened = opened(part);
    }
    attach(opened.get());
    await(ready);
  }

  private Optional<String> opened(String part) {
    for (JsonNode each : call(WHOLE, "Target.getTargets", "{}").path("targetInfos")) {
      String id = each.path("targetId").asText();
      if (each.path("url").asText().contains(part) && !id.equals(target)) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }

  /** Closes the current page. */
  public void closePage() {
    call(WHOLE, "Target.closeTarget", "{\"targetId\":\"" + target + "\"}");
  }

  /** Sets the preferred colour scheme, {@code dark} or {@code light}. */
  public void prefer(String scheme) {
    call(
        "Emulation.setEmulatedMedia",
        "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"" + scheme + "\"}]}");
  }

  /** Sets the size of the viewport. */
  public void resize(int width, int height) throws InterruptedException {
    call(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":"
            + width
            + ",\"height\":"
            + height
            + ",\"deviceScaleFactor\":1,\"mobile\":false}");
    await("window.innerWidth === " + width);
  }

  /** Waits until an expression is true. */
  public void await(String expression) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!evaluate("Boolean(" + expression + ")").asBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("still not so: " + expression + "; " + complaints);
      }
      Thread.sleep(20);
    }
  }

  /**
   * Returns the value of a JavaScript expression in the page. It may do what needs a user gesture,
   * such as to open a page.
   */
  public JsonNode evaluate(String expression) {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            "{\"returnByValue\":true,\"userGesture\":true,\"expression\":"
                + JSON.valueToTree(expression)
                + "}");
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.get("result").path("value");
  }

  /**
   * Returns the lowest contrast of texts with their background, as WCAG 2 defines it.
   *
   * @param texts a JavaScript expression with a non-empty list of elements
   */
  public double leastContrast(String texts) {
    return evaluate(
            """
            (() => {
              const parts = color => {
                const numbers = color.match(/[0-9.]+/g).slice(0, 3).map(Number);
                return color.startsWith("color") ? numbers : numbers.map(part => part / 255);
              };
              const linear = part =>
                part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
              const luminance = color => {
                const [red, green, blue] = parts(color).map(linear);
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
              };
              const behind = part => {
                const color = getComputedStyle(part).backgroundColor;
                return part.parentElement && color === "rgba(0, 0, 0, 0)"
                  ? behind(part.parentElement) : color;
              };
              return Math.min(...TEXTS.map(part => {
                const paper = luminance(behind(part));
                const style = getComputedStyle(part);
                const ink = luminance(part.namespaceURI.endsWith("svg") ? style.fill : style.color);
                return (Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05);
              }));
            })()
            """
                .replace("TEXTS", texts))
        .asDouble();
  }

  /** Presses a key, like a user. */
  public void press(String key) {
    String parameters = "\"key\":\"" + key + "\",\"code\":\"" + key + "\"";
    String more =
        switch (key) {
          case "Tab" -> ",\"windowsVirtualKeyCode\":9";
          case "Enter" -> ",\"windowsVirtualKeyCode\":13";
          default -> "";
        };
    String typed = key.equals("Enter") ? "\\r" : key;
    String text = typed.length() == 1 || key.equals("Enter") ? ",\"text\":\"" + typed + "\"" : "";
    call("Input.dispatchKeyEvent", "{\"type\":\"keyDown\"," + parameters + more + text + "}");
    call("Input.dispatchKeyEvent", "{\"type\":\"keyUp\"," + parameters + more + "}");
  }

  /** Sends a command of the protocol to the current page and returns its result. */
  public JsonNode call(String method, String parameters) {
    return call(session, method, parameters);
  }

  private JsonNode call(String page, String method, String parameters) {
    int id = number.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    String to = page.isEmpty() ? "" : ",\"sessionId\":\"" + page + "\"";
    String message =
        "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + to + "}";
    socket.sendText(message, true).join();
    return answer.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Returns the browser's complaints: messages, exceptions, violations of the policy. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Returns the addresses that the page requested. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    socket.abort();
    Stream.concat(process.descendants(), Stream.of(process.toHandle()))
        .forEach(ProcessHandle::destroyForcibly);
    process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  private static final class Listener implements WebSocket.Listener {
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        take(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return CompletableFuture.completedFuture(null);
    }

    private void take(String message) {
      try {
        JsonNode node = JSON.readTree(message);
        if (node.has("id")) {
          answer(node);
        } else {
          event(node.path("method").asText(), node.path("params"));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void answer(JsonNode node) {
      CompletableFuture<JsonNode> waiting = answers.remove(node.get("id").asInt());
      if (waiting == null) {
        return;
      }
      if (node.has("error")) {
        waiting.completeExceptionally(new IOException(node.get("error").toString()));
      } else {
        waiting.complete(node.path("result"));
      }
    }

    private void event(String method, JsonNode parameters) {
      switch (method) {
        case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded" ->
            complaints.add(parameters.toString());
        case "Network.requestWillBeSent" ->
            requests.add(parameters.path("request").path("url").asText());
        default -> {}
      }
    }
  }
}
