package io.kvbench.reports.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.reports.HostUseFixtures;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.HostsResult.Span;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostsPartsTest {
  @Test
  void whatWasSeenForAPartOfThePhaseOnlyIsMarked() {
    HostsResult hosts = HostUseFixtures.of(PhaseName.RUN, Optional.empty());
    Span seen = hosts.overall().orElseThrow();

    assertThat(hosts(hosts, seen.wallNanos()))
        .contains("  over\n", "  92.6 %\n", "; over 49.0 of 52.9 s");
    assertThat(hosts(hosts, 49_100_000_000L)).doesNotContain("over", " of 49.1 s");
    assertThat(hosts(hosts, 100_000_000_000L))
        .containsPattern("zookeeper-1 .* MiB +– .* 49.0 %\n")
        .doesNotContain("B written", "received");
  }

  private static String hosts(HostsResult hosts, long wallNanos) {
    Span seen = hosts.overall().orElseThrow();
    Span span =
        new Span(
            Optional.empty(),
            Optional.empty(),
            seen.startedAt(),
            wallNanos,
            seen.nodes(),
            seen.client(),
            seen.overNodes(),
            seen.hosts(),
            seen.agents());
    HostsResult part = new HostsResult(hosts.samplers(), List.of(span));
    Section section = Section.of("servers", "", HostsParts.of(part, List.of()));
    return TextDocument.of(new Document("", "", List.of(section)), TextStyle.PLAIN);
  }
}
