package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/**
 * The settings of the system {@code zetcd}. There are none for access lists, credentials and TLS:
 * zetcd takes no notice of the first, ends when it is sent the second, and does not speak the
 * third.
 */
public final class ZetcdSettings {
  public static final Setting<String> ROOT =
      Setting.text("zetcd.root", "The znode whose children the records are.")
          .withDefault("/kvbench")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> SESSION_TIMEOUT =
      Setting.duration(
              "zetcd.sessiontimeout",
              "The session timeout to ask for; a server that stays silent for two thirds of it"
                  + " counts as lost.")
          .withDefault("30s")
          .affecting(Affects.CLIENT);
  public static final Setting<Integer> MAX_BUFFER =
      Setting.integer(
              "zetcd.maxbuffer",
              1024,
              0xfffff,
              "Bytes of one request or answer at most; etcd refuses requests over 1.5 MiB.")
          .withDefault("1048575")
          .affecting(Affects.CLIENT);
  public static final Setting<Integer> MAX_TXN_OPS =
      Setting.integer(
              "zetcd.maxtxnops",
              1,
              Integer.MAX_VALUE,
              "Keys of etcd that a transaction may write, seven for each insert and delete and"
                  + " three for each update; etcd's --max-txn-ops has to agree.")
          .withDefault("128")
          .affecting(Affects.CLIENT);
  public static final Setting<ZooKeeperSettings.Transport> TRANSPORT =
      Setting.choice(
              "zetcd.transport",
              ZooKeeperSettings.Transport.class,
              "How the client moves bytes: netty sends what waits in one go, nio one request at a"
                  + " time.")
          .withDefault("netty")
          .affecting(Affects.CLIENT);

  private ZetcdSettings() {}

  /** Returns all of them, in the order in which to show them. */
  public static List<Setting<?>> all() {
    return List.of(
        LoadClient.LIBRARY_BY_DEFAULT, ROOT, SESSION_TIMEOUT, MAX_BUFFER, MAX_TXN_OPS, TRANSPORT);
  }
}
