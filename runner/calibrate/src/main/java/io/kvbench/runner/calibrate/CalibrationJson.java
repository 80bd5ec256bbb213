package io.kvbench.runner.calibrate;

import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.calibrate.Calibration.Machine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The JSON form of a calibration, a flat object: first the subject, the time and the machine, then
 * the figures, all of which are numbers.
 */
public final class CalibrationJson {
  /** The name of the format; another number marks removed or redefined names. */
  public static final String SCHEMA = "kvbench-calibration/1";

  private CalibrationJson() {}

  /**
   * Returns the object, each line ended by {@code \n}.
   *
   * @param kvbenchVersion of the kvbench that was calibrated
   */
  public static String of(Calibration calibration, String kvbenchVersion) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("schema", string(SCHEMA));
    members.put("kvbenchVersion", string(kvbenchVersion));
    Machine machine = calibration.machine();
    members.put("javaVersion", string(machine.javaVersion()));
    members.put("operatingSystem", string(machine.operatingSystem()));
    members.put("date", string(calibration.occasion().date().toString()));
    members.put("quick", String.valueOf(calibration.occasion().quick()));
    if (machine.loadAverage() >= 0) {
      members.put("loadAverage", number(machine.loadAverage()));
    }
    calibration.figures().forEach((name, figure) -> members.put(name, number(figure)));
    return members.entrySet().stream()
        .map(member -> "  \"" + member.getKey() + "\": " + member.getValue())
        .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
  }

  /** These come from the JVM; control characters in them are useless. */
  private static String string(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", " ");
    return "\"" + plain.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String number(Number number) {
    return number instanceof Double ? Quantities.fixed(number.doubleValue(), 3) : number.toString();
  }
}
