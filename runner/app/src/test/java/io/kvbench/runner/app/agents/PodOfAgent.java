package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The input of a pod of a Job: its arguments and the files of the Secret.
 *
 * @param arguments with the variable of the index
 * @param mounted where the files are in the container
 * @param files where they are here
 */
record PodOfAgent(List<String> arguments, String mounted, Path files) {

  static PodOfAgent of(JsonNode job, JsonNode secret, Path directory) throws IOException {
    JsonNode container = job.at("/spec/template/spec/containers/0");
    List<String> arguments = new ArrayList<>();
    container.path("args").forEach(argument -> arguments.add(argument.asText()));
    for (Map.Entry<String, JsonNode> file : secret.path("data").properties()) {
      Files.write(
          directory.resolve(file.getKey()), Base64.getDecoder().decode(file.getValue().asText()));
    }
    for (Map.Entry<String, JsonNode> file : secret.path("stringData").properties()) {
      Files.writeString(
          directory.resolve(file.getKey()), file.getValue().asText(), StandardCharsets.UTF_8);
    }
    return new PodOfAgent(arguments, container.at("/volumeMounts/0/mountPath").asText(), directory);
  }

  /** Returns the arguments as the kubelet replaces variables in them. */
  List<String> arguments(int index) {
    assertThat(arguments).contains("$(JOB_COMPLETION_INDEX)");
    return arguments.stream()
        .map(each -> each.replace("$(JOB_COMPLETION_INDEX)", String.valueOf(index)))
        .toList();
  }

  /** Returns the arguments for a process on this machine. */
  String[] here(int index) {
    return arguments(index).stream()
        .map(each -> each.equals(mounted) ? files.toString() : each)
        .toArray(String[]::new);
  }

  /**
   * Returns an address at which other machines and containers may reach this one. The networks of
   * containers come and go with other tests: the oldest interface is the machine's own.
   */
  static String thisMachine() throws IOException {
    return NetworkInterface.networkInterfaces()
        .sorted(Comparator.comparingInt(NetworkInterface::getIndex))
        .filter(PodOfAgent::isForOthers)
        .flatMap(NetworkInterface::inetAddresses)
        .filter(Inet4Address.class::isInstance)
        .map(InetAddress::getHostAddress)
        .findFirst()
        .orElseThrow(() -> new IOException("this machine has no address but its loopback"));
  }

  private static boolean isForOthers(NetworkInterface each) {
    try {
      return each.isUp() && !each.isLoopback();
    } catch (SocketException gone) {
      return false;
    }
  }
}
