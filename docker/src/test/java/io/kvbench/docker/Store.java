package io.kvbench.docker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Minimal clients that write a record to a server and read it from another. */
enum Store {
  ETCD {
    @Override
    void write(String endpoint, String key, String value) throws Exception {
      post(
          endpoint,
          "/v3/kv/put",
          "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\"}");
    }

    @Override
    String read(String endpoint, String key) throws Exception {
      String answer = post(endpoint, "/v3/kv/range", "{\"key\":\"" + base64(key) + "\"}");
      Matcher value = Pattern.compile("\"value\":\"([^\"]*)\"").matcher(answer);
      assertThat(value.find()).as(answer).isTrue();
      return new String(Base64.getDecoder().decode(value.group(1)), UTF_8);
    }
  },
  CONSUL {
    @Override
    void write(String endpoint, String key, String value) throws Exception {
      send(
          HttpRequest.newBuilder(URI.create("http://" + endpoint + "/v1/kv/" + key))
              .PUT(BodyPublishers.ofString(value)));
    }

    @Override
    String read(String endpoint, String key) throws Exception {
      return send(
          HttpRequest.newBuilder(
              URI.create("http://" + endpoint + "/v1/kv/" + key + "?raw&consistent")));
    }
  },

  /** The necessary part of ZooKeeper's protocol: connect, create, sync, getData. */
  ZOOKEEPER {
    @Override
    void write(String endpoint, String key, String value) throws Exception {
      try (ZooKeeperWire wire = new ZooKeeperWire(endpoint)) {
        wire.create("/" + key, value);
      }
    }

    @Override
    String read(String endpoint, String key) throws Exception {
      try (ZooKeeperWire wire = new ZooKeeperWire(endpoint)) {
        return wire.syncAndGet("/" + key);
      }
    }
  };

  abstract void write(String endpoint, String key, String value) throws Exception;

  abstract String read(String endpoint, String key) throws Exception;

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private static String post(String endpoint, String path, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create("http://" + endpoint + path))
            .POST(BodyPublishers.ofString(body)));
  }

  private static String send(HttpRequest.Builder request) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      var answer = client.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException(answer.statusCode() + " " + answer.body());
      }
      return answer.body();
    }
  }

  /** One session with a ZooKeeper server. */
  private static final class ZooKeeperWire implements AutoCloseable {
    private static final int CREATE = 1;
    private static final int GET_DATA = 4;
    private static final int SYNC = 9;

    private final Socket socket;
    private final DataInputStream in;

    ZooKeeperWire(String endpoint) throws IOException {
      URI address = URI.create("zk://" + endpoint);
      socket = new Socket(address.getHost(), address.getPort());
      socket.setSoTimeout(10_000);
      in = new DataInputStream(socket.getInputStream());
      request(
          out -> {
            out.writeInt(0);
            out.writeLong(0);
            out.writeInt(10_000);
            out.writeLong(0);
            out.writeInt(16);
            out.write(new byte[16]);
          });
      in.skipNBytes(in.readInt());
    }

    void create(String path, String value) throws IOException {
      request(
          out -> {
            out.writeInt(1);
            out.writeInt(CREATE);
            text(out, path);
            text(out, value);
            out.writeInt(1);
            out.writeInt(31);
            text(out, "world");
            text(out, "anyone");
            out.writeInt(0);
          });
      answer();
    }

    String syncAndGet(String path) throws IOException {
      request(
          out -> {
            out.writeInt(1);
            out.writeInt(SYNC);
            text(out, path);
          });
      answer();
      request(
          out -> {
            out.writeInt(2);
            out.writeInt(GET_DATA);
            text(out, path);
            out.writeBoolean(false);
          });
      java.nio.ByteBuffer rest = answer();
      byte[] value = new byte[rest.getInt()];
      rest.get(value);
      return new String(value, UTF_8);
    }

    private java.nio.ByteBuffer answer() throws IOException {
      byte[] bytes = in.readNBytes(in.readInt());
      java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
      buffer.getInt();
      buffer.getLong();
      int error = buffer.getInt();
      if (error != 0) {
        throw new IOException("ZooKeeper answers with error " + error);
      }
      return buffer;
    }

    private interface Body {
      void writeTo(DataOutputStream out) throws IOException;
    }

    private void request(Body body) throws IOException {
      var bytes = new java.io.ByteArrayOutputStream();
      body.writeTo(new DataOutputStream(bytes));
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(bytes.size());
      bytes.writeTo(out);
      out.flush();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
      byte[] bytes = text.getBytes(UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
