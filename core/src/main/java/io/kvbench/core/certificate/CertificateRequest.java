package io.kvbench.core.certificate;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A certificate to be issued.
 *
 * @param name the subject's common name, and the name of its files without the ending
 * @param hosts the DNS names and IP addresses of its owner
 * @param sinceDays how many days ago its validity begins; 0 for an hour ago, since clocks differ
 * @param days the validity in days
 */
public record CertificateRequest(
    String name, CertificateUse use, List<String> hosts, int sinceDays, int days) {
  public static final int DEFAULT_DAYS = 365;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("(?!\\.)[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
  private static final int LARGEST = 255;

  public CertificateRequest {
    hosts = List.copyOf(hosts);
    if (!isName(name) || !hosts.stream().allMatch(CertificateRequest::isHost)) {
      throw new IllegalArgumentException(name + " " + hosts);
    }
  }

  /** Returns the request of a certificate that is valid for a year from now. */
  public static CertificateRequest of(String name, CertificateUse use, List<String> hosts) {
    return new CertificateRequest(name, use, hosts, 0, DEFAULT_DAYS);
  }

  /** Returns whether a text may be the name of a certificate and of its files. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Returns whether a text may be a DNS name or an IP address. */
  public static boolean isHost(String text) {
    return address(text).isPresent() || (isName(text) && !IPV4.matcher(text).matches());
  }

  /** Returns the bytes of an IP address; empty for any other text. */
  static Optional<byte[]> address(String text) {
    boolean numeric =
        IPV4.matcher(text).matches()
            ? Stream.of(text.split("\\.", -1)).allMatch(each -> Integer.parseInt(each) <= LARGEST)
            : IPV6.matcher(text).matches();
    try {
      return numeric ? Optional.of(InetAddress.getByName(text).getAddress()) : Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
