package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of keys of any bytes: valid ones are stored, others rejected with a reason. */
interface KeysContract extends ContractBase {
  /** Texts that some layer between a client and a disk may misinterpret. */
  List<String> TRICKY =
      List.of(
          "",
          ".",
          "..",
          "...",
          "/",
          "//",
          "a/b",
          "/a",
          "a/",
          "a//b",
          "a/./b",
          "a/../b",
          "../a",
          "a\0b",
          "\0\0",
          "%",
          "%2F",
          "%2f",
          "%00",
          "a%20b",
          "a+b",
          "a b",
          " a",
          "a ",
          "a?b=c",
          "?keys",
          "a#b",
          "a&b",
          "a=b",
          "a:b",
          "a;b",
          "a@b",
          "a\\b",
          "\"a\"",
          "'a'",
          "{a}",
          "[a]",
          "a\r\nb",
          "\u00c3\u00a4",
          "\u00c3(",
          "\u00ff\u00fe",
          "\u00ed\u00a0\u0080",
          "\u00f0\u009f\u0098\u0080",
          "\u00ef\u00bb\u00bfa");

  /** Returns every byte alone and at each position in a key, and the tricky ones. */
  private Set<String> texts() {
    Set<String> texts = new LinkedHashSet<>(TRICKY);
    for (char character = 0; character <= 0xff; character++) {
      texts.add("" + character);
      texts.add(character + "k");
      texts.add("k" + character + "k");
      texts.add("k" + character);
    }
    return texts;
  }

  private boolean takes(String text) {
    return stage().facts().keys().takes().test(text);
  }

  @Test
  default void everyKeyThatCanBeStoredIsARecordOfItsOwn() throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      Map<String, Answer> inserts = new LinkedHashMap<>();
      for (String text : texts()) {
        if (takes(text)) {
          inserts.put(text, opened.submit(0, new Operation.Insert(Key.of(text), name(text))));
        }
      }
      assertThat(inserts).isNotEmpty();
      for (Map.Entry<String, Answer> insert : inserts.entrySet()) {
        assertThat(insert.getValue().toStringWhenThere())
            .as("an insert of the key '%s'", insert.getKey())
            .isEqualTo(Outcome.OK.name());
      }
      for (String text : inserts.keySet()) {
        Answer read = opened.read(Key.of(text));
        assertThat(read.toStringWhenThere())
            .as("a read of the key '%s'", text)
            .isEqualTo(Outcome.OK.name());
        assertThat(Value.of(read.value())).isEqualTo(name(text));
      }
      assertThat(opened.keys()).isEqualTo(inserts.size());
      if (can(Capability.DELETE)) {
        assertGoneOnceDeleted(opened, inserts.keySet());
      }
    }
  }

  private static void assertGoneOnceDeleted(CheckedBinding opened, Collection<String> texts)
      throws Exception {
    List<Answer> deletes = new ArrayList<>();
    for (String text : texts) {
      deletes.add(opened.submit(0, new Operation.Delete(Key.of(text))));
    }
    for (Answer delete : deletes) {
      delete.assertOk();
    }
    assertThat(opened.keys()).isZero();
  }

  /** Returns a value that no other key has. */
  private static Value name(String text) {
    return Value.of(("the value of " + text).getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  default void everyOtherKeyIsRefusedByEveryOperation() throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      for (String text : texts()) {
        if (!takes(text)) {
          assertRefused(opened, Key.of(text));
        }
      }
      assertThat(opened.keys()).isZero();
    }
  }

  private static void assertRefused(CheckedBinding opened, Key key) throws Exception {
    Value value = Values.of(10);
    List<Operation> operations = new ArrayList<>();
    operations.add(new Operation.Insert(key, value));
    operations.add(new Operation.Update(key, value));
    operations.add(new Operation.Delete(key));
    operations.add(new Operation.CompareAndSet(key, 1, value));
    operations.add(
        new Operation.Transaction(
            List.of(new Operation.Insert(Keys.next(), value), new Operation.Insert(key, value))));
    for (ReadConsistency consistency : ReadConsistency.values()) {
      operations.add(new Operation.Read(key, consistency));
    }
    for (Operation operation : operations) {
      Refused.assertNotTaken(opened.submit(0, operation));
    }
  }

  @Test
  default void theLongestKeyIsAsDeclared() throws Exception {
    int longest = stage().facts().keys().longest().orElse(1000);
    CheckedBinding opened = stage().shared();
    Key key = Key.of("l".repeat(longest));
    opened.insert(key, Values.of(3));
    opened.assertFound(key, Values.of(3));
    if (can(Capability.DELETE)) {
      opened.submit(0, new Operation.Delete(key)).assertOk();
    }
    if (stage().facts().keys().longest().isPresent()) {
      Key longer = Key.of("l".repeat(longest + 1));
      Refused.assertNotTaken(opened.submit(0, new Operation.Insert(longer, Values.of(3))));
    }
  }

  @Test
  default void keysOfBytesAndOfTextAreTheSame() throws Exception {
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    opened.insert(Key.of(key.toByteArray()), Values.of(5));
    opened.assertFound(key, Values.of(5));
  }

  @Test
  default void aScanGoesByTheValuesOfBytes() throws Exception {
    if (!can(Capability.SCAN) || !takes("\u00e4")) {
      return;
    }
    try (CheckedBinding opened = stage().open(1)) {
      opened.insert(Key.of("\u00e4"), Values.of(1));
      assertThat(opened.status(scan("z"))).as("bytes count from 0 to 255").isEqualTo(Outcome.OK);
      opened.submit(0, scan("\u00e4")).assertOk();
      assertThat(opened.status(scan("\u00e4!"))).isEqualTo(Outcome.NOT_FOUND);
      assertThat(opened.status(scan("\u00e5"))).isEqualTo(Outcome.NOT_FOUND);
    }
  }

  private static Operation scan(String start) {
    return new Operation.Scan(Key.of(start), 10, ReadConsistency.DEFAULT);
  }
}
