package io.kvbench.bindings.zookeeper.options;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/**
 * The settings of the system {@code zetcd}. There are none for access lists, credentials and TLS:
 * zetcd ignores access lists, exits when it receives credentials, and does not support TLS.
 */
public final class ZetcdSettings {
  public static final Setting<String> ROOT =
      Setting.text("zetcd.root", "Parent znode of all records.")
          .forRemote()
          .withDefault("/kvbench")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> SESSION_TIMEOUT =
      Setting.duration(
              "zetcd.sessiontimeout",
              "Session timeout to request; a server that is silent for two thirds of it is"
                  + " considered lost.")
          .withDefault("30s");
  public static final Setting<Integer> MAX_BUFFER =
      Setting.integer(
              "zetcd.maxbuffer",
              1024,
              0xfffff,
              "Max size of a request or response in bytes; etcd rejects requests over 1.5 MiB.")
          .withDefault("1048575");
  public static final Setting<Integer> MAX_TXN_OPS =
      Setting.integer(
              "zetcd.maxtxnops",
              1,
              Integer.MAX_VALUE,
              "Max number of etcd keys that a transaction may write, seven per insert or delete and"
                  + " three per update; must match etcd's --max-txn-ops.")
          .withDefault("128");
  public static final Setting<ZooKeeperSettings.Transport> TRANSPORT =
      Setting.choice(
              "zetcd.transport",
              ZooKeeperSettings.Transport.class,
              "I/O of the client: netty sends queued requests in one batch, nio one at a time.")
          .withDefault("netty");

  private ZetcdSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.CLIENT,
        List.of(
            LoadClient.LIGHT_BY_DEFAULT,
            ROOT,
            SESSION_TIMEOUT,
            MAX_BUFFER,
            MAX_TXN_OPS,
            TRANSPORT));
  }
}
