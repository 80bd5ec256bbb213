package io.kvbench.runner.app.servers;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.setting.Problems;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.distributed.agent.LoadAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code kvbench certs}, which creates certificates for agents and their controllers.
 */
@Command(
    name = "certs",
    mixinStandardHelpOptions = true,
    modelTransformer = ContextCommand.WithoutBindings.class,
    sortOptions = false,
    description = {
      "Creates the certificates for 'kvbench agent'.",
      "An authority (ca.crt, ca.key) and a controller's certificate (controller.crt,"
          + " controller.key) on first use, and for each host a directory with its files (ca.crt; host.crt and host.key to start servers;"
          + " agent.crt and agent.key to carry load). Existing files are never overwritten."
    })
public final class CertsCommand extends ContextCommand {
  private static final int MOST_DAYS = 3650;
  private static final String CONTROLLER = "controller";
  private static final String HOST = "host";
  private static final String CA = "ca.crt";

  @Parameters(
      paramLabel = "DIRECTORY",
      arity = "0..1",
      defaultValue = "kvbench-certs",
      description = "Where the files are (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("kvbench-certs");

  @Option(
      names = "--host",
      paramLabel = "NAME[,ADDRESS]...",
      description =
          "Create a certificate for a host with this name, and with further names and IP addresses"
              + " at which it is reached. May be repeated.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "Validity of the certificates in days (default: 365); the authority's is 3650.")
  private int days = CertificateRequest.DEFAULT_DAYS;

  public CertsCommand(CommandContext context) {
    super(context);
  }

  /**
   * A host as the command line describes it.
   *
   * @param directory its files
   */
  private record Host(String name, List<String> addresses, Path directory) {}

  @Override
  public Integer call() {
    Problems problems = new Problems();
    if (days < 1 || days > MOST_DAYS) {
      problems.add("--days", "must be from 1 to " + MOST_DAYS + ".");
    }
    List<Host> wanted = wanted(problems);
    if (!problems.isEmpty()) {
      return terminal.refuse(problems);
    }
    try {
      create(wanted);
      return ExitCode.FINE;
    } catch (IOException e) {
      return terminal.fail(message(e), ExitCode.ENVIRONMENT);
    }
  }

  private List<Host> wanted(Problems problems) {
    List<Host> wanted = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String text : hosts) {
      List<String> parts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
      String name = parts.getFirst();
      if (!parts.stream().allMatch(CertificateRequest::isHost) || !isDirectory(name)) {
        problems.add(
            "--host",
            "invalid value "
                + text
                + "; expected a name and, after commas, further names or IP addresses, as in"
                + " db1,10.0.0.1.");
        continue;
      }
      Host host = new Host(name, parts, directory.resolve(name));
      if (!names.add(name.toLowerCase(Locale.ROOT))) {
        problems.add("--host", name + " is given twice.");
      } else if (Files.exists(host.directory())) {
        problems.add(
            "--host",
            host.directory() + " exists; remove it to create a new certificate for " + name + ".");
      }
      wanted.add(host);
    }
    return wanted;
  }

  /** A name that is an IPv4 address is one too; the files at the top have endings. */
  private static boolean isDirectory(String name) {
    return CertificateRequest.isName(name) && !name.matches("(?i)(ca|controller)\\.(crt|key)");
  }

  private void create(List<Host> wanted) throws IOException {
    PemPair controller = PemPair.named(directory, CONTROLLER);
    boolean isNew = !CertificateAuthority.isIn(directory);
    CertificateAuthority authority =
        isNew ? CertificateAuthority.create(directory) : CertificateAuthority.open(directory);
    say(isNew, authority.certificate() + ", " + authority.key());
    boolean isFirst = !Files.exists(controller.certificate());
    if (isFirst) {
      authority.issue(
          new CertificateRequest(CONTROLLER, CertificateUse.CONTROLLER, List.of(), 0, days));
    }
    say(isFirst, controller.certificate() + ", " + controller.key());
    for (Host host : wanted) {
      Files.createDirectory(host.directory(), FilePermissions.OWNER.ofDirectory(host.directory()));
      authority.issue(
          new CertificateRequest(host.name(), CertificateUse.HOST, host.addresses(), 0, days),
          PemPair.named(host.directory(), HOST));
      authority.issue(
          new CertificateRequest(host.name(), CertificateUse.PEER, host.addresses(), 0, days),
          PemPair.named(host.directory(), LoadAgent.CERTIFICATE));
      Files.copy(authority.certificate(), host.directory().resolve(CA));
      say(true, host.directory() + " for " + String.join(", ", host.addresses()));
    }
    advise(wanted);
  }

  private void say(boolean isNew, String what) {
    terminal.out().println((isNew ? "created " : "kept    ") + what);
  }

  private void advise(List<Host> wanted) {
    terminal.out().println();
    for (Host host : wanted) {
      terminal.out().println("Copy to " + host.name() + ": scp -r " + host.directory() + " ...");
    }
    if (!wanted.isEmpty()) {
      terminal
          .out()
          .println(
              "Start on each host: kvbench agent --listen 0.0.0.0 --certs "
                  + wanted.getFirst().name()
                  + " --directory DIR");
    }
    terminal
        .out()
        .println(
            "Use here: -p cluster.agents.certs="
                + directory
                + "\nKeep ca.key and controller.key secret: with either, others can command the"
                + " agents.");
  }

  private static String message(IOException failure) {
    String text = String.valueOf(failure.getMessage());
    return (failure.getClass() == IOException.class ? text : text + ": " + FileReason.of(failure))
        + ".";
  }
}
