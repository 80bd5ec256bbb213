import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A load generator that sends requests to a service as fast as it answers: half of them valid, the others malformed, unauthenticated, of another origin, or for missing resources. Prints the number of responses by status.
 *
 * <pre>java ServiceFlood.java ADDRESS TOKENFILE REQUESTS THREADS</pre>
 */
final class ServiceFlood {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final String PLAN =
      "{\"system\": \"memory\", \"workload\": \"workloada\", \"properties\": {\"clients\": 5}}";

  private final URI address;
  private final List<byte[]> requests;
  private final long count;
  private final AtomicLong sent = new AtomicLong();
  private final Map<String, AtomicLong> statuses = new ConcurrentSkipListMap<>();

  private ServiceFlood(URI address, String token, long count) {
    this.address = address;
    this.count = count;
    String admitted = "Authorization: Bearer " + token + "\r\n";
    byte[] list = request("GET /v1/runs?limit=1", admitted, "");
    requests =
        List.of(
            list,
            request("GET /v1/runs", "", ""),
            list,
            request("POST /v1/plans", admitted, PLAN),
            list,
            request("POST /v1/runs", admitted, PLAN.replace("memory", "nothing")),
            list,
            request("POST /v1/runs", admitted, "{\"system\": [[[[[[[[[[[["),
            list,
            request("GET /v1/runs/..%2f..%2frun.json", admitted, ""),
            request("POST /v1/plans", admitted, PLAN),
            request("POST /benchmark/write", admitted + "Origin: http://other.example\r\n", PLAN));
  }

  private static byte[] request(String line, String headers, String body) {
    return (line
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + headers
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  public static void main(String[] arguments) throws Exception {
    ServiceFlood flood =
        new ServiceFlood(
            URI.create(arguments[0]),
            Files.readString(Path.of(arguments[1])).strip(),
            Long.parseLong(arguments[2]));
    long began = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int thread = 0; thread < Integer.parseInt(arguments[3]); thread++) {
        threads.submit(flood::send);
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    System.out.println("perSecond " + Math.round(flood.count / seconds));
    System.out.println("statuses " + new TreeMap<>(flood.statuses));
  }

  /** Sends until enough are sent; a connection that the service closes is opened again. */
  private void send() {
    while (sent.get() < count) {
      try (Socket socket = new Socket(address.getHost(), address.getPort())) {
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        InputStream in = new BufferedInputStream(socket.getInputStream());
        boolean open = true;
        while (open) {
          long number = sent.getAndIncrement();
          if (number >= count) {
            return;
          }
          socket.getOutputStream().write(requests.get((int) (number % requests.size())));
          open = answered(in);
        }
      } catch (IOException e) {
        counted("no answer");
      }
    }
  }

  /** Reads an answer, and returns whether the connection stays open. */
  private boolean answered(InputStream in) throws IOException {
    String first = line(in);
    counted(first.isEmpty() ? "no answer" : first.substring(first.indexOf(' ') + 1));
    boolean open = !first.isEmpty();
    long length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String lower = header.toLowerCase(Locale.ROOT);
      open &= !lower.equals("connection: close");
      if (lower.startsWith("content-length: ")) {
        length = Long.parseLong(lower.substring("content-length: ".length()));
      }
    }
    in.skipNBytes(length);
    return open;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  private void counted(String status) {
    statuses.computeIfAbsent(status, each -> new AtomicLong()).incrementAndGet();
  }
}
