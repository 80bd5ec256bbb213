package io.kvbench.bindings.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MemoryBindingTest {
  private static final Key KEY = Key.of("key");
  private static final byte[] BYTES = {1, 2, 3, 4, 5};
  private static final Value VALUE = Value.of(BYTES, 1, 3);

  private final List<Binding> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(Binding::close);
  }

  @Test
  void theSystemIsLocalAndCanDoEverythingButCoordinateAndConnect() {
    assertThat(Memory.system().name()).isEqualTo("memory");
    assertThat(Memory.system().local()).isTrue();
    EnumSet<Capability> lacking = EnumSet.copyOf(List.of(Capability.coordination()));
    lacking.addAll(List.of(Capability.oneShot()));
    lacking.add(Capability.WATCHER_REPLAY);
    lacking.add(Capability.SNAPSHOT);
    assertThat(Memory.system().capabilities())
        .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(lacking));
  }

  @Test
  void theStoreThatDoesNothingHasNoWatchers() throws Exception {
    Settings nothing = Memory.settings("memory.nothing=true");
    assertThat(Memory.provider().with(Memory.system(), nothing).capabilities())
        .doesNotContain(Capability.WATCHER, Capability.WATCHER_ALL, Capability.WATCHER_ONCE);
  }

  @Test
  void sessionsShareOneStoreAndBindingsDoNot() throws Exception {
    Binding binding = open();
    Answer written = new Answer();
    binding.openSession(1).submit(insert("key", VALUE), written);
    Answer read = new Answer();
    binding.openSession(2).submit(readOf("key"), read);

    assertThat(read.status()).isEqualTo(Outcome.OK);
    assertThat(read(open(), "key").status()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void withoutALatencyTheAnswerIsThereWhenSubmitReturns() throws Exception {
    Answer answer = Answer.to(open(), insert("key", VALUE));

    assertThat(answer.isThere()).isTrue();
    assertThat(answer.get().thread()).isSameAs(Thread.currentThread());
  }

  @Test
  void withALatencyTheAnswerComesLaterAndFromAnotherThread() throws Exception {
    Binding binding = open("memory.latency=30ms");
    long sent = System.nanoTime();

    Answer.End end = Answer.to(binding, insert("key", VALUE)).get();

    assertThat(end.status()).isEqualTo(Outcome.OK);
    assertThat(end.thread()).isNotSameAs(Thread.currentThread());
    assertThat(end.nanos() - sent).isGreaterThanOrEqualTo(30_000_000L);
    assertThat(read(binding, "key").value()).isEqualTo(VALUE);
  }

  @Test
  void latenciesOfManyOperationsPassTogether() throws Exception {
    Binding binding = open("memory.latency=500ms");
    List<Answer> answers = new ArrayList<>();
    for (int index = 0; index < 500; index++) {
      answers.add(Answer.to(binding, insert("key" + index, VALUE)));
    }

    // Sequentially they would take over four minutes, more than the timeout of an answer.
    for (Answer answer : answers) {
      assertThat(answer.status()).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void theStoreThatDoesNothingCallsEverythingDone() throws Exception {
    Binding binding = open("memory.nothing=true");

    assertThat(status(binding, insert("key", VALUE))).isEqualTo(Outcome.OK);
    assertThat(status(binding, insert("key", VALUE))).isEqualTo(Outcome.OK);
    assertThat(status(binding, update("other", VALUE))).isEqualTo(Outcome.OK);
    assertThat(status(binding, new Operation.Delete(Key.of("other")))).isEqualTo(Outcome.OK);
    assertThat(read(binding, "other").status()).isEqualTo(Outcome.OK);
    assertThat(scan(binding, "z")).isEqualTo(Outcome.OK);
    assertThat(binding.servers().getFirst().keys()).isEmpty();
  }

  @Test
  void theStoreThatDoesNothingCanWriteKeysOut() throws Exception {
    Binding keys = open("memory.nothing=true", "memory.nothing.keys=true");

    assertThat(status(keys, insert("key", VALUE))).isEqualTo(Outcome.OK);
    assertThat(read(keys, "other").status()).isEqualTo(Outcome.OK);
    assertThat(status(keys, update("key", VALUE))).isEqualTo(Outcome.OK);
    assertThat(status(keys, new Operation.Delete(KEY))).isEqualTo(Outcome.OK);
    assertThat(scan(keys, "z")).isEqualTo(Outcome.OK);
    assertThat(read(keys, "").status()).as("it looks at keys").isEqualTo(ErrorKind.INVALID);
    assertThat(read(open("memory.nothing=true"), "").status()).isEqualTo(Outcome.OK);
  }

  private Binding open(String... settings) throws Exception {
    Binding binding = Memory.open(settings);
    opened.add(binding);
    return binding;
  }

  private static Operation insert(String key, Value value) {
    return new Operation.Insert(Key.of(key), value);
  }

  private static Operation update(String key, Value value) {
    return new Operation.Update(Key.of(key), value);
  }

  private static Operation readOf(String key) {
    return new Operation.Read(Key.of(key), ReadConsistency.DEFAULT);
  }

  private static Answer.End read(Binding binding, String key) throws Exception {
    return Answer.to(binding, readOf(key)).get();
  }

  private static Status scan(Binding binding, String start) throws Exception {
    return status(binding, new Operation.Scan(Key.of(start), 10, ReadConsistency.DEFAULT));
  }

  private static Status status(Binding binding, Operation operation) throws Exception {
    return Answer.to(binding, operation).status();
  }
}
