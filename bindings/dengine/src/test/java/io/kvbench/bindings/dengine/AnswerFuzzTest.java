package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.kvbench.bindings.dengine.Answers.Answer;
import io.kvbench.bindings.dengine.Answers.Event;
import io.kvbench.bindings.dengine.Answers.EventKind;
import io.kvbench.bindings.dengine.Answers.Leader;
import io.kvbench.bindings.dengine.Answers.Member;
import io.kvbench.bindings.dengine.Answers.Members;
import io.kvbench.testkit.Mutation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Messages that are damaged at random mean what Protocol Buffers' own reader finds in them, or are
 * refused as it refuses them. Of a field that occurs more than once the last one counts.
 */
class AnswerFuzzTest {
  private static final int CASES = Integer.getInteger("kvbench.fuzz.cases", 10_000);
  private static final long SEED = Long.getLong("kvbench.fuzz.seed", 17);

  /** Reads a message by hand, or with Protocol Buffers. */
  private interface Reader {
    Object read(byte[] message) throws IOException;
  }

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void readsWhatIsThereOrRefusesIt() {
    for (int index = 0; index < CASES; index++) {
      byte[] message = new DamagedMessage(new Mutation(SEED + index)).bytes();
      try {
        assertSame(message, Answers::answer, AnswerFuzzTest::answer);
        assertSame(message, Answers::event, AnswerFuzzTest::event);
        assertSame(message, Answers::scanned, AnswerFuzzTest::scanned);
        assertSame(message, Answers::leader, AnswerFuzzTest::leader);
        assertSame(message, Answers::members, AnswerFuzzTest::members);
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + (SEED + index), e);
      }
    }
  }

  private static void assertSame(byte[] message, Reader own, Reader reference) {
    assertThat(result(own, message)).isEqualTo(result(reference, message));
  }

  private static Object result(Reader reader, byte[] message) {
    try {
      return reader.read(message);
    } catch (IOException e) {
      return "refused";
    }
  }

  // What dengine.proto says, by Protocol Buffers.

  private static Answer answer(byte[] message) throws IOException {
    UnknownFieldSet fields = UnknownFieldSet.parseFrom(message);
    boolean succeeded = false;
    for (UnknownFieldSet each : messages(fields, 2)) {
      succeeded = number(each, 1) != 0;
    }
    ByteBuffer value = null;
    for (UnknownFieldSet results : messages(fields, 3)) {
      // One key is asked for, so the first record is all there is.
      List<ByteString> records = results.getField(1).getLengthDelimitedList();
      value = records.isEmpty() ? null : bytes(UnknownFieldSet.parseFrom(records.getFirst()), 2);
    }
    return new Answer((int) number(fields, 1), succeeded, value);
  }

  private static Event event(byte[] message) throws IOException {
    UnknownFieldSet fields = UnknownFieldSet.parseFrom(message);
    EventKind kind =
        switch ((int) number(fields, 3)) {
          case 0 -> EventKind.PUT;
          case 1 -> EventKind.DELETE;
          case 2 -> EventKind.CANCELLED;
          case 3 -> EventKind.PROGRESS;
          default -> throw new IOException("no such kind");
        };
    return new Event(kind, bytes(fields, 2));
  }

  private static Long scanned(byte[] message) throws IOException {
    return (long) UnknownFieldSet.parseFrom(message).getField(1).getLengthDelimitedList().size();
  }

  private static Leader leader(byte[] message) throws IOException {
    UnknownFieldSet fields = UnknownFieldSet.parseFrom(message);
    return new Leader((int) number(fields, 1), text(fields, 2), number(fields, 3));
  }

  private static Members members(byte[] message) throws IOException {
    UnknownFieldSet fields = UnknownFieldSet.parseFrom(message);
    List<Member> members = new ArrayList<>();
    for (UnknownFieldSet each : messages(fields, 2)) {
      members.add(new Member((int) number(each, 1), text(each, 2)));
    }
    return new Members(
        members,
        fields.getField(3).getVarintList().isEmpty()
            ? OptionalInt.empty()
            : OptionalInt.of((int) number(fields, 3)));
  }

  private static long number(UnknownFieldSet fields, int field) {
    List<Long> numbers = fields.getField(field).getVarintList();
    return numbers.isEmpty() ? 0 : numbers.getLast();
  }

  private static ByteBuffer bytes(UnknownFieldSet fields, int field) {
    return last(fields, field).asReadOnlyByteBuffer();
  }

  private static String text(UnknownFieldSet fields, int field) {
    return last(fields, field).toStringUtf8();
  }

  private static ByteString last(UnknownFieldSet fields, int field) {
    List<ByteString> all = fields.getField(field).getLengthDelimitedList();
    return all.isEmpty() ? ByteString.EMPTY : all.getLast();
  }

  private static List<UnknownFieldSet> messages(UnknownFieldSet fields, int field)
      throws InvalidProtocolBufferException {
    List<UnknownFieldSet> messages = new ArrayList<>();
    for (ByteString each : fields.getField(field).getLengthDelimitedList()) {
      messages.add(UnknownFieldSet.parseFrom(each));
    }
    return messages;
  }
}
