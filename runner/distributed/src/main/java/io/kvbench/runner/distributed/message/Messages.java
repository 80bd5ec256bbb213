package io.kvbench.runner.distributed.message;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/** Messages as JSON, and back; strict, since they come from other machines. */
public final class Messages {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** For what agents of other versions say of themselves, who are refused by name. */
  private static final ObjectMapper LENIENT =
      MAPPER
          .copy()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);

  private static final String TYPE = "type";

  private Messages() {}

  /** Returns a hello, an order or a report in UTF-8. */
  public static byte[] encode(Record message) {
    ObjectNode tree = MAPPER.valueToTree(message);
    tree.put(TYPE, message.getClass().getSimpleName());
    try {
      return MAPPER.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Returns what an agent says of itself. */
  public static Hello hello(byte[] message) throws IOException {
    return decode(LENIENT, message, Hello.class);
  }

  /** Returns an order of the controller's. */
  public static Order order(byte[] message) throws IOException {
    return decode(
        MAPPER,
        message,
        Order.Refuse.class,
        Order.Prepare.class,
        Order.Enter.class,
        Order.Begin.class,
        Order.Stop.class,
        Order.Account.class,
        Order.Leave.class);
  }

  /** Returns a report of an agent's. */
  public static Report report(byte[] message) throws IOException {
    return decode(
        MAPPER,
        message,
        Report.Prepared.class,
        Report.Ready.class,
        Report.Waiting.class,
        Report.Began.class,
        Report.Passed.class,
        Report.Ended.class,
        Report.Accounted.class,
        Report.Sampled.class,
        Report.Unsampled.class,
        Report.Failed.class);
  }

  @SafeVarargs
  private static <T> T decode(ObjectMapper mapper, byte[] message, Class<? extends T>... types)
      throws IOException {
    if (!(MAPPER.readTree(message) instanceof ObjectNode tree) || !tree.path(TYPE).isTextual()) {
      throw new IOException("not a message of kvbench");
    }
    String type = tree.remove(TYPE).textValue();
    for (Class<? extends T> each : types) {
      if (each.getSimpleName().equals(type)) {
        return mapper.treeToValue(tree, each);
      }
    }
    throw new IOException("unknown message '" + type + "'");
  }
}
