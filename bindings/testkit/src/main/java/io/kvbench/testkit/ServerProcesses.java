package io.kvbench.testkit;

import java.io.IOException;
import java.util.List;

/** The servers of a cluster. */
public record ServerProcesses(List<ServerProcess> members) implements RunningServers {
  public ServerProcesses {
    members = List.copyOf(members);
  }

  /** Returns a cluster, once all of its members listen. */
  public static ServerProcesses listening(List<ServerProcess> members)
      throws IOException, InterruptedException {
    return answering(members, "", "");
  }

  /** Returns a cluster, once all of its members answer, see {@link ServerProcess#awaitAnswer}. */
  public static ServerProcesses answering(
      List<ServerProcess> members, String question, String answer)
      throws IOException, InterruptedException {
    ServerProcesses all = new ServerProcesses(members);
    try {
      for (ServerProcess member : members) {
        member.awaitAnswer(question, answer);
      }
      return all;
    } catch (IOException | InterruptedException e) {
      all.close();
      throw e;
    }
  }

  private void awaitListening() throws IOException, InterruptedException {
    for (ServerProcess member : members) {
      member.awaitListening();
    }
  }

  /** Returns the member at an endpoint. */
  public ServerProcess member(String endpoint) {
    return members.get(endpoints().indexOf(endpoint));
  }

  @Override
  public List<String> endpoints() {
    return members.stream().flatMap(member -> member.endpoints().stream()).toList();
  }

  @Override
  public void kill() throws IOException, InterruptedException {
    for (ServerProcess member : members) {
      member.kill();
    }
  }

  @Override
  public void restart() throws IOException, InterruptedException {
    for (ServerProcess member : members) {
      member.relaunch();
    }
    awaitListening();
  }

  @Override
  public void freeze() throws IOException, InterruptedException {
    for (ServerProcess member : members) {
      member.freeze();
    }
  }

  @Override
  public void thaw() throws IOException, InterruptedException {
    for (ServerProcess member : members) {
      member.thaw();
    }
  }

  @Override
  public void close() {
    members.forEach(ServerProcess::close);
  }
}
