package io.kvbench.reports.content;

import static io.kvbench.reports.ConsistencyFixtures.RULES;
import static io.kvbench.reports.ConsistencyFixtures.STALE;
import static io.kvbench.reports.ConsistencyFixtures.STEPS;
import static io.kvbench.reports.ConsistencyFixtures.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.document.Document;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.format.ConsistencyResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the section about the answers. */
class ConsistencyPartsTest {
  private static final TextStyle PLAIN = new TextStyle(120, false, true);

  private static Document document(ConsistencyResult found) {
    return ConsistencyParts.document(found, "test", "1.0");
  }

  private static String text(ConsistencyResult found) {
    return TextDocument.of(document(found), PLAIN).replaceAll("\\s+", " ");
  }

  @Test
  void keptPromisesHaveTheNumberOfOperationsAndTheCoverage() {
    assertThat(text(found(List.of())))
        .contains(
            "2,000 operations on 100 records checked",
            "no broken promise found",
            "1 stale read, which the promises allow")
        .containsPattern("50\\S* % of 200 acknowledged writes observed")
        .doesNotContain("|-");
  }

  @Test
  void aViolationHasItsExampleAsTableAndTimeline() {
    ConsistencyResult broken = found(List.of(STALE));

    assertThat(text(broken))
        .contains(
            "VIOLATION: a stale read",
            "record 17",
            "read the older value",
            "|----| client 1 WRITE 1/1");
    assertThat(HtmlDocument.of(document(broken)))
        .contains("VIOLATION", "read the older value", "|----|");
  }

  @Test
  void theTimelineIsToScale() {
    assertThat(ConsistencyParts.timeline(STEPS).lines().map(String::stripTrailing))
        .containsExactly(
            "|----|                                                        client 1  WRITE 1/1",
            "...........|-----------|                                      client 2  WRITE 2/1",
            ".....................................................|-----|  client 3  READ 1/1");
  }

  @Test
  void aMissingCheckHasItsReason() {
    assertThat(text(ConsistencyResult.unchecked(RULES, "the run was interrupted")))
        .contains("not checked: the run was interrupted");
  }
}
