import type { SaidInVisit } from '../../ad-delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { textOf } from '../word-columns.ts';
import { type Answer, latestConsent } from './answers-of-visit.ts';

const COUNTRY = `
  SELECT ${textOf('places.country')} FROM clients LEFT JOIN places ON places.id = clients.place WHERE clients.id = ?`;

/** Says what the answers of a visit, and its client, come to. */
export function saidInVisitIn(
  db: Connection,
): (client: number | null, answers: readonly Answer[]) => SaidInVisit {
  const countryOf = db.prepare(COUNTRY).pluck();
  return (client, answers) => ({
    consent: latestConsent(answers),
    gpc: answers.some(({ gpc }) => gpc),
    country: (countryOf.get(client) as string | null | undefined) ?? null,
  });
}
