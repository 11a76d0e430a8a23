import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** What a server of https at `localhost` is opened with. */
type Certificate = { readonly key: Buffer; readonly cert: string };

/** A certificate for `localhost` that nobody trusts yet. */
export function localhostCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  try {
    execFileSync('openssl', [...made, ...subject], { stdio: 'pipe' });
    return { key: readFileSync(key), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Has every connection of this process trust a certificate, until the returned function is called. */
export function trust(certificate: string): () => void {
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, certificate]);
  return () => setDefaultCACertificates(trusted);
}
