package io.kvbench.reports.html;

import io.kvbench.reports.files.HostColumns;
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
        host.figure(sample, HostColumns.CPU),
        host.figure(sample, HostColumns.RESIDENT_BYTES),
        host.figure(sample, HostColumns.growth(HostColumns.READ_BYTES)),
        host.figure(sample, HostColumns.growth(HostColumns.WRITTEN_BYTES)),
        host.figure(sample, HostColumns.growth(HostColumns.SECTORS_READ)),
        host.figure(sample, HostColumns.growth(HostColumns.SECTORS_WRITTEN)),
        host.figure(sample, HostColumns.growth(HostColumns.RECEIVED_BYTES)),
        host.figure(sample, HostColumns.growth(HostColumns.SENT_BYTES)));
  }
}
