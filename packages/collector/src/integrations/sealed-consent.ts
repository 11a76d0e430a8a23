import { HOUR_MS } from '@cvq/contract/constants';
import { Refused } from '../accounts/refused.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { ConsentProof } from './microsoft-consent.ts';

/** Longer than a code of Microsoft is good for. */
const GOOD_FOR_MS = HOUR_MS;

/** What a consent was asked for, and until when an answer is taken. */
type Asked = ConsentProof & { readonly project: string; readonly until: number };

type ConsentDeps = { readonly sealer: Sealer; readonly now: () => number };

/** What a page keeps between asking for a consent and giving its answer: nobody but this installation can read it. */
export function sealConsent({ sealer, now }: ConsentDeps, project: string, proof: ConsentProof): string {
  const asked: Asked = { ...proof, project, until: now() + GOOD_FOR_MS };
  return Buffer.from(sealer.seal(JSON.stringify(asked))).toString('base64url');
}

/**
 * What was sealed for this project, as long as it is good.
 * @throws Refused
 */
export function openConsent({ sealer, now }: ConsentDeps, project: string, sealed: string): ConsentProof {
  const asked = read(sealer, sealed);
  if (asked?.project === project && asked.until > now()) return asked;
  throw new Refused('bad_value', {
    field: 'consent',
    problem: 'It is of no consent that was asked for in the last hour.',
    fix: 'Ask for the consent again.',
  });
}

function read(sealer: Sealer, sealed: string): Asked | null {
  try {
    return JSON.parse(sealer.open(Buffer.from(sealed, 'base64url'))) as Asked;
  } catch {
    return null;
  }
}
