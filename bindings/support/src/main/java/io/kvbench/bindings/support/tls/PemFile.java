package io.kvbench.bindings.support.tls;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.certificate.PemText;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** A PEM file that a setting names. Messages about it name the setting and the file. */
public final class PemFile {
  private final String which;
  private final PemText pem;

  /** A client's private key, and the chain of its certificate. */
  public record Identity(PrivateKey key, List<X509Certificate> chain) {}

  PemFile(String which, PemText pem) {
    this.which = which;
    this.pem = pem;
  }

  /** Reads the file that a setting names, if it is given. */
  private static Optional<PemFile> find(Setting<String> setting, Settings settings)
      throws BindingException {
    Optional<String> file = settings.find(setting);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    String which = setting.name() + " " + file.get();
    try {
      return Optional.of(new PemFile(which, PemText.read(InputFile.path(file.get()))));
    } catch (IOException e) {
      throw new BindingException(which + " cannot be read: " + FileReason.of(e) + ".", e);
    }
  }

  /** Returns the certificates in the file that a setting names, at least one; empty if unset. */
  public static Optional<List<X509Certificate>> certificates(
      Setting<String> setting, Settings settings) throws BindingException {
    Optional<PemFile> file = find(setting, settings);
    return file.isPresent() ? Optional.of(file.get().certificates()) : Optional.empty();
  }

  /**
   * Returns the client's identity in the files that two settings name; empty if both are unset.
   *
   * @throws BindingException if the two do not match, or the certificate is not valid now
   */
  public static Optional<Identity> identity(
      Setting<String> certificate, Setting<String> key, Settings settings) throws BindingException {
    if (settings.find(certificate).isPresent() != settings.find(key).isPresent()) {
      throw new BindingException(
          certificate.name() + " and " + key.name() + " must be used together.");
    }
    Optional<PemFile> chain = find(certificate, settings);
    Optional<PemFile> secret = find(key, settings);
    return chain.isPresent() && secret.isPresent()
        ? Optional.of(secret.get().identity(chain.get()))
        : Optional.empty();
  }

  List<X509Certificate> certificates() throws BindingException {
    try {
      List<X509Certificate> certificates = pem.certificates();
      if (certificates.isEmpty()) {
        throw new BindingException(which + " contains no PEM certificate.");
      }
      return certificates;
    } catch (CertificateException e) {
      throw new BindingException(which + " contains no readable PEM certificate.", e);
    }
  }

  /** The certificate determines the curve of a key that does not name it. */
  Identity identity(PemFile chain) throws BindingException {
    List<X509Certificate> certificates = chain.certificates();
    X509Certificate own = certificates.getFirst();
    try {
      own.checkValidity();
      PrivateKey key =
          pem.privateKey(own.getPublicKey())
              .orElseThrow(() -> new GeneralSecurityException("there is no private key in it"));
      if (!PemText.belongTogether(key, own.getPublicKey())) {
        throw new BindingException(
            which
                + " is not the key of the certificate in "
                + chain.which
                + "; use a matching pair.");
      }
      return new Identity(key, certificates);
    } catch (CertificateExpiredException e) {
      throw new BindingException(
          "the certificate in " + chain.which + " has expired; renew it.", e);
    } catch (CertificateNotYetValidException e) {
      throw new BindingException(
          "the certificate in " + chain.which + " is not valid yet; check the clock.", e);
    } catch (GeneralSecurityException e) {
      throw new BindingException(which + " cannot be used: " + e.getMessage() + ".", e);
    }
  }
}
