package com.example.redis;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcess;
import io.kvbench.testkit.ServerStart;
import io.kvbench.testkit.contract.KeyRule;
import io.kvbench.testkit.contract.Refusal;
import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;
import io.kvbench.testkit.contract.SystemFacts;
import io.kvbench.testkit.contract.VersionRule;
import io.kvbench.testkit.contract.WriteAnswers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The contract tests that kvbench's own bindings pass, too, on real servers. */
final class RedisContractIT extends ServerContract {
  /** The facts of Redis: writes detect missing records, and all keys and values are accepted. */
  private record RedisSubject() implements ServerSubject {
    @Override
    public BindingProvider provider() {
      return new RedisProvider();
    }

    @Override
    public String system() {
      return "redis";
    }

    @Override
    public SystemFacts facts() {
      return new SystemFacts(
          WriteAnswers.TELLING,
          WriteAnswers.TELLING,
          VersionRule.EVERY_WRITE,
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          KeyRule.anyBytes());
    }

    @Override
    public Map<String, String> space(int number) {
      return Map.of("redis.database", String.valueOf(number));
    }

    @Override
    public ServerStart server() {
      return directory -> start(directory, "");
    }

    @Override
    public Map<String, String> impatient() {
      return Map.of("redis.timeout", "2s");
    }

    @Override
    public Duration patience() {
      return Duration.ofSeconds(2);
    }

    @Override
    public List<Refusal> refusals() {
      return List.of(
          new Refusal(
              "a wrong password",
              directory -> start(directory, "requirepass right-one"),
              directory -> Map.of("redis.password", "wrong-one"),
              List.of("127.0.0.1:", "redis.password"),
              List.of("right-one", "wrong-one")));
    }

    private static RunningServers start(Path directory, String more)
        throws IOException, InterruptedException {
      int port = ServerProcess.freePorts(1).getFirst();
      Path file =
          Files.writeString(
              directory.resolve("redis.conf"),
              "bind 127.0.0.1\nport %d\ndir %s\nappendonly yes\ndatabases 10000\n%s\n"
                  .formatted(port, directory, more));
      List<String> command =
          List.of(RealServers.require("redis-server").toString(), file.toString());
      return ServerProcess.start(command, directory.resolve("log"), port);
    }
  }

  @Override
  protected ServerSubject subject() {
    return new RedisSubject();
  }
}
