import type { Resealed, Resealing, SealedKind, SealedValues } from '@cvq/storage';
import type { InstallationSecret } from './installation-secret.ts';
import {
  canOpen,
  createCredentialSealer,
  createErasureSealer,
  createSecretSealer,
  createUserDataSealer,
} from './sealer.ts';

/**
 * Seals everything that is stored anew, so that the secret which seals now opens it alone. May be interrupted at any
 * moment, repeated, and done beside a collector that has both secrets.
 */
export function resealAll(secret: InstallationSecret, values: SealedValues): Promise<Resealed> {
  const reseal: Readonly<Record<SealedKind, ReturnType<typeof resealer>>> = {
    webhookSecrets: resealer(createSecretSealer, secret),
    credentials: resealer(createCredentialSealer, secret),
    erasures: resealer(createErasureSealer, secret),
    userData: resealer(createUserDataSealer, secret),
  };
  return values.reseal((kind, sealed) => reseal[kind](sealed));
}

function resealer(
  createSealer: typeof createUserDataSealer,
  { sealing, alsoOpening }: InstallationSecret,
): (sealed: Uint8Array) => ReturnType<Resealing> {
  const present = createSealer({ sealing, alsoOpening: null });
  const other = alsoOpening === null ? null : createSealer({ sealing: alsoOpening, alsoOpening: null });
  return (sealed) => {
    if (canOpen(present, sealed)) return 'current';
    if (other === null) return 'unreadable';
    let clear: string;
    try {
      clear = other.open(sealed);
    } catch {
      return 'unreadable';
    }
    return present.seal(clear);
  };
}
