package io.kvbench.bindings.etcd.status;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.EtcdChannels;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.UnusableServers;
import io.kvbench.bindings.support.grpc.GrpcStatus;
import io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** An explanation for the user why etcd cannot be used, by querying each server once more. */
public final class EtcdDiagnosis {
  public static final String NOT_ETCD = "speaks gRPC, but is not etcd";

  private static final Duration LIMIT = Duration.ofSeconds(3);

  private final EtcdClientOptions options;
  private final EtcdChannels channels;

  public EtcdDiagnosis(EtcdClientOptions options, EtcdChannels channels) {
    this.options = options;
    this.channels = channels;
  }

  /** Returns whether an answer to a read is from etcd: it contains the revision of the store. */
  public static boolean isEtcds(byte[] answer) {
    try {
      return RangeResponse.parseFrom(answer).getHeader().getRevision() > 0;
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  /** Describes the problem of every server. */
  public String whyNotUsable(Duration waited) throws InterruptedException {
    return UnusableServers.afterWaiting(
        "etcd", options.endpoints(), this::finding, waited, "and the etcd.* settings");
  }

  private String finding(Endpoint endpoint) throws InterruptedException {
    Login nobody = new Login(Optional.empty());
    try (EtcdServerQuery inquiry = new EtcdServerQuery(channels, nobody, endpoint, LIMIT)) {
      StatusResponse status =
          inquiry.ask(MaintenanceGrpc.getStatusMethod(), StatusRequest.getDefaultInstance());
      return status.getLeader() == 0
          ? "answers that it knows no leader: the cluster has no quorum"
          : "answers, but not in time: it may be overloaded";
    } catch (StatusException e) {
      return words(e.getStatus());
    }
  }

  /** Describes the failure to reach a server. */
  String words(Status status) {
    Optional<String> unreachable = GrpcStatus.unreachable(status);
    if (unreachable.isPresent()) {
      return unreachable.get();
    }
    Throwable cause = status.getCause();
    if (Causes.find(NotSslRecordException.class, cause).isPresent()) {
      return "does not use TLS: omit etcd.tls, https:// and the etcd.* files";
    }
    if (cause != null && Causes.find(SSLException.class, cause).isPresent()) {
      return "TLS fails: " + tls(cause);
    }
    if (status.getCode() == Status.Code.UNIMPLEMENTED) {
      return NOT_ETCD;
    }
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return "does not answer: it is unreachable or hangs"
          + (options.tls().isPresent() ? ", or does not expect TLS" : ", or expects TLS");
    }
    if (EtcdFailure.of(status).kind().breaksSession()) {
      return options.tls().isPresent()
          ? "closes the connection: it may not use TLS (omit etcd.tls, https:// and the"
              + " files), require a trusted client certificate (etcd.cert, etcd.key), or"
              + " not be etcd"
          : "closes the connection: it may expect TLS (etcd.tls, etcd.cacert), or not be etcd";
    }
    return EtcdFailure.of(status).message();
  }

  private static String tls(Throwable cause) {
    if (Causes.find(CertificateExpiredException.class, cause).isPresent()) {
      return "the server's certificate has expired; renew it";
    }
    if (Causes.find(CertPathBuilderException.class, cause).isPresent()) {
      return "the server's certificate is not signed by a CA in etcd.cacert";
    }
    String said = Causes.innermost(cause);
    if (Causes.find(CertificateException.class, cause).isPresent()
        && said.contains("subject alternative")) {
      return "the server's certificate does not match the host; set etcd.servername to a name in"
          + " it";
    }
    String alert = said.toLowerCase(Locale.ROOT);
    if (alert.contains("unknown_ca")
        || (alert.contains("alert") && alert.contains("certificate"))) {
      return "the server does not accept this client's certificate; check etcd.cert and etcd.key";
    }
    return said + "; check etcd.cacert, etcd.cert and etcd.key";
  }
}
