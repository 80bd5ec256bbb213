package io.kvbench.runner.run.topology;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The form of a topology file: a JSON array of objects with texts and numbers. Comments are
 * allowed, as the files' original has them.
 */
final class TopologyFile {
  private static final Set<String> NAMES =
      Set.of("ip", "mem", "cpus", "bandwidth", "link_delay", "peer_bandwidth", "peer_delay");
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

  /** A value of a server. */
  record Field(String text, int line) {
    static final Field NONE = new Field("?", 0);
  }

  /**
   * A server of the topology.
   *
   * @param number counted from 1
   */
  record Node(int number, int line, Map<String, Field> fields) {}

  private final String file;
  private final Problems problems;
  private final List<Node> nodes = new ArrayList<>();

  private TopologyFile(String file, Problems problems) {
    this.file = file;
    this.problems = problems;
  }

  /** Returns the servers of a file; problems say what is wrong with its form. */
  static List<Node> parse(String file, String text, Problems problems) {
    TopologyFile topology = new TopologyFile(file, problems);
    try (JsonParser parser = JSON.createParser(text)) {
      topology.read(parser);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      topology.add(line, "is not JSON: " + Excerpt.of(firstLine(e.getOriginalMessage())) + ".");
    } catch (IOException e) {
      topology.add(1, "cannot be read: " + e);
    }
    return topology.nodes;
  }

  /** Jackson appends the location of the array or object, in terms of its own API. */
  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("").replaceFirst(" \\(start marker at .*", "");
  }

  private void read(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      add(line(parser), "expected an array of servers, as in [{\"ip\": \"10.0.0.1\"}].");
      return;
    }
    int number = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      number++;
      if (parser.currentToken() == JsonToken.START_OBJECT) {
        nodes.add(node(number, parser));
      } else {
        add(line(parser), "server " + number + ": expected an object.");
        parser.skipChildren();
      }
    }
    if (parser.nextToken() != null) {
      add(line(parser), "expected nothing after the array.");
    }
  }

  private Node node(int number, JsonParser parser) throws IOException {
    int line = line(parser);
    Map<String, Field> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      int at = line(parser);
      JsonToken value = parser.nextToken();
      if (!NAMES.contains(name)) {
        add(at, "server " + number + ": unknown field '" + Excerpt.of(name) + "'" + advice(name));
      } else if (value != JsonToken.VALUE_STRING && !value.isNumeric()) {
        add(at, "server " + number + ": " + name + " is neither a text nor a number.");
      } else if (fields.putIfAbsent(name, new Field(parser.getText().strip(), at)) != null) {
        add(at, "server " + number + ": " + name + " is there twice.");
      }
      parser.skipChildren();
    }
    return new Node(number, line, fields);
  }

  private static String advice(String name) {
    Optional<String> nearest = Nearest.to(name, NAMES);
    return nearest
        .map(each -> "; did you mean '" + each + "'?")
        .orElse("; expected " + String.join(", ", NAMES.stream().sorted().toList()) + ".");
  }

  private static int line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  private void add(int line, String message) {
    problems.add(new Origin(file, line).toString(), message);
  }
}
