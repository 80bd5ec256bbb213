package io.kvbench.bindings.etcd;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of operations and users on other versions of etcd. */
@Tag("matrix")
class OtherVersionsIT {
  @Nested
  @ParameterizedClass
  @ValueSource(strings = {"etcd-3.4", "etcd-3.5", "etcd-3.7"})
  class Operations extends OperationsIT {
    @Parameter private String version;

    @Override
    String version() {
      return version;
    }
  }

  @Nested
  @ParameterizedClass
  @ValueSource(strings = {"etcd-3.4", "etcd-3.5", "etcd-3.7"})
  class Users extends AuthIT {
    @Parameter private String version;

    @Override
    String version() {
      return version;
    }
  }
}
