package io.kvbench.core.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PropertyHintTest {
  private static final List<String> NAMES =
      List.of(
          "clients",
          "threadcount",
          "endpoints",
          "store.acl",
          "store.cert",
          "store.cacert",
          "store.key",
          "readconsistency",
          "recordcount");

  @ParameterizedTest
  @CsvSource({
    "store.connectString, endpoints=HOST:PORT",
    "store.endpoints, endpoints=HOST:PORT",
    "store.host, endpoints=HOST:PORT",
    "store.cert_file, store.cert",
    "store.cacert_file, store.cacert",
    "store.serializable_reads, readconsistency=stale",
    "threds, clients=N",
    "threads, clients=N",
    "store.acll, store.acl",
    "duration, maxexecutiontime=60s",
    "recordcont, recordcount"
  })
  void namesOfOtherToolsLeadToProperties(String name, String hint) {
    assertThat(PropertyHint.of(name, NAMES)).contains(hint);
  }

  @Test
  void nothingIsGuessedFromAPrefix() {
    assertThat(PropertyHint.of("store.watchFlag", NAMES)).isEmpty();
    assertThat(PropertyHint.of("spin", NAMES)).isEmpty();
  }
}
