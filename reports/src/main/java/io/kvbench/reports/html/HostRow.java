package io.kvbench.reports.html;

import io.kvbench.reports.files.HostTable;
import io.kvbench.reports.files.HostTable.Sample;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What charts show of one sample. What is counted is what there was of it since the sample before,
 * and empty where that is not known.
 *
 * @param at when it was taken
 * @param cpuPercent of the process; 100 is one core
 * @param residentBytes memory of the process
 * @param readBytes what the process made the system read from disks
 * @param writtenBytes likewise to disks
 * @param hostSectorsRead of all disks of the host; a sector has 512 bytes
 * @param hostSectorsWritten likewise
 * @param hostReceivedBytes of all network interfaces of the host
 * @param hostSentBytes likewise
 */
record HostRow(
    Instant at,
    OptionalDouble cpuPercent,
    OptionalDouble residentBytes,
    OptionalDouble readBytes,
    OptionalDouble writtenBytes,
    OptionalDouble hostSectorsRead,
    OptionalDouble hostSectorsWritten,
    OptionalDouble hostReceivedBytes,
    OptionalDouble hostSentBytes) {

  static List<HostRow> of(HostTable host) {
    return host.samples().stream().map(sample -> of(host, sample)).toList();
  }

  private static HostRow of(HostTable host, Sample sample) {
    return new HostRow(
        sample.at(),
        host.figure(sample, "CPU"),
        host.figure(sample, "VMRSS"),
        host.figure(sample, "READ-BYTES-DELTA"),
        host.figure(sample, "WRITE-BYTES-DELTA"),
        host.figure(sample, "SECTORS-READ-DELTA"),
        host.figure(sample, "SECTORS-WRITTEN-DELTA"),
        host.figure(sample, "RECEIVE-BYTES-DELTA"),
        host.figure(sample, "TRANSMIT-BYTES-DELTA"));
  }
}
