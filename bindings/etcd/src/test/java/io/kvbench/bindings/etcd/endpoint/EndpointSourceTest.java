package io.kvbench.bindings.etcd.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.Endpoint;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointSourceTest {
  @Test
  void beginsEachConnectionAtAnotherEndpoint() throws Exception {
    List<Endpoint> all = EtcdClientOptions.ENDPOINTS.parseAll(List.of("a:1", "b:2", "c:3"));
    assertThat(EndpointSource.rotated(all, 4).find())
        .extracting(Endpoint::host)
        .containsExactly("b", "c", "a");
    assertThat(EndpointSource.rotated(all, 0).find()).isEqualTo(all);
  }

  @Test
  void isNamedByATargetAsItIs() throws Exception {
    List<Endpoint> endpoints =
        EtcdClientOptions.ENDPOINTS.parseAll(List.of("a:1", "[::1]:2", "[fe80::1%eth0]:3"));
    URI target = URI.create(EndpointResolverProvider.target(endpoints));
    assertThat(target.getPath()).isEqualTo("/a:1,[::1]:2,[fe80::1%eth0]:3");
  }
}
