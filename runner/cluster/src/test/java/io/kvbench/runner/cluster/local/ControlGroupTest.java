package io.kvbench.runner.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.LimitUse;
import io.kvbench.runner.cluster.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with files like those of kernels; tests with real servers use real groups. */
class ControlGroupTest {
  private static final Set<Controller> ALL = EnumSet.allOf(Controller.class);

  @TempDir private Path directory;

  private Path write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }

  private GroupSearch.ParentGroups find(Set<Controller> needed) throws ClusterException {
    return new GroupSearch(directory.resolve("self")).find(needed);
  }

  private void mounts(String... lines) throws IOException {
    write("self/mountinfo", String.join("\n", lines).replace("@", directory.toString()) + "\n");
  }

  @Test
  void groupsOfVersion1AreWithinTheOwnOne() throws Exception {
    mounts(
        "27 1 254:0 / / rw - ext4 /dev/vda rw",
        "32 31 0:29 / @/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct",
        "35 31 0:32 /docker/x @/memory rw,relatime shared:3 - cgroup cgroup rw,memory",
        "38 31 0:35 /docker/x @/blkio rw - cgroup cgroup rw,blkio");
    write("self/cgroup", "4:cpu,cpuacct:/a/b\n3:memory:/docker/x/y\n2:blkio:/elsewhere\n0::/\n");
    write("cpu,cpuacct/a/b/cgroup.procs", "");
    write("memory/y/cgroup.procs", "");
    write("blkio/cgroup.procs", "");

    assertThat(find(ALL))
        .isEqualTo(
            new GroupSearch.ParentGroups(
                Map.of(
                    Controller.CPU, directory.resolve("cpu,cpuacct/a/b"),
                    Controller.MEMORY, directory.resolve("memory/y"),
                    Controller.DISK, directory.resolve("blkio")),
                Set.of()));
  }

  @Test
  void groupsOfVersion2AreWhereTheControllersArePassedOn() throws Exception {
    mounts("30 20 0:26 / @ rw - cgroup2 cgroup2 rw,nsdelegate");
    write("self/cgroup", "0::/user.slice/app.slice/run.scope\n");
    write("cgroup.controllers", "cpuset cpu io memory pids\n");
    write("cgroup.subtree_control", "cpu io memory\n");
    write("cgroup.procs", "");
    write("user.slice/app.slice/cgroup.subtree_control", "cpu memory pids\n");
    write("user.slice/app.slice/cgroup.procs", "");
    write("user.slice/app.slice/run.scope/cgroup.subtree_control", "\n");

    Set<Controller> two = EnumSet.of(Controller.CPU, Controller.MEMORY);
    assertThat(find(two).parents().values())
        .containsOnly(directory.resolve("user.slice/app.slice"));
    assertThat(find(two).unified()).isEqualTo(two);
    assertThat(find(ALL).parents().values()).containsOnly(directory);
  }

  @Test
  void whatIsMissingIsNamed() throws Exception {
    assertThatThrownBy(() -> find(ALL))
        .isInstanceOf(ClusterException.class)
        .hasMessageContainingAll("require Linux control groups", "cluster=docker");

    mounts("30 20 0:26 / @ rw - cgroup2 cgroup2 rw");
    write("self/cgroup", "0::/run\n");
    write("cgroup.controllers", "cpu memory\n");
    assertThatThrownBy(() -> find(ALL)).hasMessageContainingAll("lack the controller", "io");
    assertThatThrownBy(() -> find(EnumSet.of(Controller.CPU)))
        .hasMessageContainingAll("passes on cpu", "as root", "systemd-run", "Delegate");

    mounts("30 20 0:26 / / rw - ext4 /dev/vda rw");
    assertThatThrownBy(() -> find(EnumSet.of(Controller.CPU)))
        .hasMessageContaining("no control group controller cpu");

    write("cgroup.subtree_control", "cpu\n");
    mounts("30 20 0:26 / @ rw - cgroup2 cgroup2 rw");
    // Without the file to which processes are written.
    assertThatThrownBy(() -> find(EnumSet.of(Controller.CPU)))
        .hasMessageContainingAll("is not writable", "as root", "cluster=docker");
  }

  @Test
  void limitsOfVersion2AreWrittenAndReadBack() throws Exception {
    Limits limits =
        new Limits(OptionalLong.of(100 << 20), OptionalDouble.of(0.2), OptionalLong.of(20_000_000));
    ControlGroup group =
        new ControlGroup(
            new GroupSearch.ParentGroups(
                Map.of(
                    Controller.CPU, directory,
                    Controller.MEMORY, directory,
                    Controller.DISK, directory),
                ALL),
            "kvbench-x-1",
            limits,
            ALL);
    for (String file : List.of("memory.max", "memory.swap.max", "cpu.max", "io.max")) {
      write("kvbench-x-1/" + file, "");
    }
    group.set(new BlockDevice("254:0", Path.of("/dev/vda")));

    Path made = directory.resolve("kvbench-x-1");
    assertThat(made.resolve("memory.max")).hasContent("104857600");
    assertThat(made.resolve("memory.swap.max")).hasContent("0");
    assertThat(made.resolve("cpu.max")).hasContent("20000 100000");
    assertThat(made.resolve("io.max")).hasContent("254:0 rbps=20000000 wbps=20000000");
    assertThat(group.directories()).containsExactly(made);
    assertThat(limits.areMetBy(group.limits())).isTrue();

    // Unlike the kernel's, these files keep what is not overwritten.
    write("kvbench-x-1/io.max", "");
    group.limitDisk(OptionalLong.of(5_000));
    assertThat(made.resolve("io.max")).hasContent("254:0 rbps=5000 wbps=5000");
    group.limitDisk(OptionalLong.empty());
    assertThat(made.resolve("io.max")).hasContent("254:0 rbps=20000000 wbps=20000000");

    write("kvbench-x-1/cpu.max", "max 100000\n");
    write("kvbench-x-1/memory.max", "max\n");
    write("kvbench-x-1/io.max", "254:0 rbps=20000000 wbps=max riops=max wiops=max\n");
    assertThat(group.limits()).isEqualTo(Limits.NONE);

    write("kvbench-x-1/cpu.stat", "usage_usec 7\nnr_periods 9\nnr_throttled 4\nthrottled_usec 5\n");
    write("kvbench-x-1/memory.peak", "4096\n");
    write("kvbench-x-1/memory.events", "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\n");
    assertThat(group.use())
        .isEqualTo(
            new LimitUse(
                OptionalLong.of(4096),
                OptionalLong.of(12),
                OptionalLong.of(9),
                OptionalLong.of(4),
                OptionalLong.of(5_000)));
    assertThat(group.oomKills()).isEqualTo(2);
  }

  @Test
  void aServerWithoutLimitsHasNoGroup() throws Exception {
    assertThat(ControlGroup.NONE.entering(List.of("a", "b"))).containsExactly("a", "b");
    assertThat(ControlGroup.NONE.directories()).isEmpty();
    assertThat(ControlGroup.NONE.limits()).isEqualTo(Limits.NONE);
    assertThat(ControlGroup.NONE.use()).isEqualTo(LimitUse.UNKNOWN);
    assertThat(ControlGroup.NONE.oomKills()).isZero();
  }

  @Test
  void filesInMemoryAreOnNoDisk() {
    assertThat(BlockDevice.of(Path.of("/does/not/exist"))).isEmpty();
    assertThat(BlockDevice.of(Path.of("/proc"))).isEmpty();
  }
}
