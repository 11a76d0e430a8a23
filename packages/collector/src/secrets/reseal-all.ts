import type { Resealed, SealedKind, SealedValues } from '@cvq/storage';
import type { InstallationSecret } from './installation-secret.ts';
import { canOpen, createCredentialSealer, createSecretSealer, createUserDataSealer } from './sealer.ts';

/** How each kind of sealed value is sealed. */
const SEALER_OF = {
  webhookSecrets: createSecretSealer,
  credentials: createCredentialSealer,
  userData: createUserDataSealer,
} as const satisfies Record<SealedKind, typeof createUserDataSealer>;

/**
 * Seals everything that is stored anew, so that the secret which seals now opens it alone. May be interrupted at any
 * moment, repeated, and done beside a collector that has both secrets.
 */
export function resealAll(secret: InstallationSecret, values: SealedValues): Promise<Resealed> {
  const present = { sealing: secret.sealing, alsoOpening: null };
  const sealers = (['webhookSecrets', 'credentials', 'userData'] as const).map(
    (kind) => [kind, { present: SEALER_OF[kind](present), both: SEALER_OF[kind](secret) }] as const,
  );
  const sealerOf = Object.fromEntries(sealers) as Record<SealedKind, (typeof sealers)[number][1]>;
  return values.reseal((kind, sealed) => {
    const { present: now, both } = sealerOf[kind];
    if (canOpen(now, sealed)) return 'current';
    return canOpen(both, sealed) ? now.seal(both.open(sealed)) : 'unreadable';
  });
}
