import io.kvbench.runner.app.Main;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the manual pages of all commands as AsciiDoc into a directory. */
final class ManualPages {
  public static void main(String[] arguments) throws IOException {
    CommandLine line = Main.commandLine();
    List<CommandSpec> commands = new ArrayList<>();
    add(line, commands);
    int failed =
        ManPageGenerator.generateManPage(
            new File(arguments[0]), null, new boolean[2], true, commands.toArray(CommandSpec[]::new));
    System.exit(failed);
  }

  /** Examples, which kvbench renders itself, become a block that is not wrapped. */
  private static void add(CommandLine line, List<CommandSpec> commands) {
    String examples =
        line.getHelpSectionMap().get(UsageMessageSpec.SECTION_KEY_FOOTER).render(line.getHelp()).strip();
    if (!examples.isEmpty()) {
      line.getCommandSpec()
          .usageMessage()
          .footerHeading("Examples%n")
          .footer("....", examples.replaceFirst("^Examples:\\R", "").replace("%", "%%"), "....");
    }
    commands.add(line.getCommandSpec());
    line.getSubcommands().values().forEach(each -> add(each, commands));
  }
}
