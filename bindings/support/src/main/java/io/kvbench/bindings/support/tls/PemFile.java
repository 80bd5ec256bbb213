package io.kvbench.bindings.support.tls;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.certificate.PemText;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Setting;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * A PEM file with certificates or a private key that a setting names. Messages about it name the
 * setting and the file.
 *
 * @param setting the setting that names the file
 * @param file the name in the setting
 */
public record PemFile(String setting, String file, PemText pem) {
  /**
   * Reads the file that a setting names.
   *
   * @throws IOException if it cannot be read; {@link io.kvbench.core.file.FileReason} has the
   *     message
   */
  public static PemFile read(Setting<String> setting, String file) throws IOException {
    return new PemFile(setting.name(), file, PemText.read(InputFile.path(file)));
  }

  /** Returns all certificates in order, possibly none. */
  public List<X509Certificate> certificates() throws CertificateException {
    return pem.certificates();
  }

  /**
   * Returns the first private key, if there is one.
   *
   * @param certified the public key that it should belong to: determines the curve if the key does
   *     not name it
   * @throws GeneralSecurityException with a message for the user, if the key cannot be read
   */
  public Optional<PrivateKey> privateKey(PublicKey certified) throws GeneralSecurityException {
    return pem.privateKey(certified);
  }

  /**
   * Checks a certificate in this file.
   *
   * @throws BindingException if it is not valid now
   */
  public void checkDates(X509Certificate certificate) throws BindingException {
    String which = "the certificate in " + setting + " " + file;
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException e) {
      throw new BindingException(which + " has expired; renew it.", e);
    } catch (CertificateNotYetValidException e) {
      throw new BindingException(which + " is not valid yet; check the clock.", e);
    }
  }

  /**
   * Checks the private key in this file.
   *
   * @throws BindingException if it is not the key of a certificate in another file
   */
  public void checkKey(PrivateKey key, PemFile other, X509Certificate certificate)
      throws BindingException, GeneralSecurityException {
    if (!PemText.belongTogether(key, certificate.getPublicKey())) {
      throw new BindingException(
          setting
              + " "
              + file
              + " is not the key of the certificate in "
              + other.setting
              + " "
              + other.file
              + "; use a matching pair.");
    }
  }
}
