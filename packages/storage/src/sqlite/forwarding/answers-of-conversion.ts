import { creditWindow } from '../../attribution/credit-rule.ts';
import { CONSENT_PURPOSES, type StoredConsent } from '../../consent.ts';
import { storedRowsOf } from '../archive/stored-rows.ts';
import type { CreditedEvent } from '../credit.ts';
import type { Connection } from '../open-database.ts';
import { answeredVisitsOfPersonIn, type FoundVisit } from '../visits-of-person.ts';
import { type Answer, answersOfVisitIn } from './answers-of-visit.ts';

/** Visits that are looked at, the latest first: who is asked at all is asked in fewer. */
const MOST_VISITS = 1000;

/**
 * Finds what was said in the visit of a conversion, or, where it is of none, of each purpose in its person's latest visit in
 * which anything was said of that. To be used within a transaction.
 */
export function answersOfConversionIn(
  db: Connection,
): (of: CreditedEvent, times: { readonly at: number; readonly now: number }) => Answer[] {
  const rows = storedRowsOf(db);
  const visits = answeredVisitsOfPersonIn(db);
  const answersOf = answersOfVisitIn(db);

  return ({ project, session, person }, { at, now }) => {
    const row = session === null ? undefined : rows.session(session);
    if (session !== null && row?.first_at != null) {
      const [from, to] = [row.first_at as number, (row.last_at ?? row.first_at) as number];
      return answersOf({ project, session, from, to });
    }
    if (person === null) return [];
    return ofPerson(visits.of(person, { ...creditWindow(at), to: Math.max(at, now) }), project);
  };

  function ofPerson(visits: Iterable<FoundVisit>, project: number): Answer[] {
    const answers: Answer[] = [];
    let looked = 0;
    for (const { session, at: from, lastAt: to, isBots } of visits) {
      const unsaid = unsaidIn(answers);
      if (unsaid.length === 0 || looked === MOST_VISITS) break;
      looked += 1;
      if (isBots) continue;
      const said = answersOf({ project, session, from, to });
      answers.push(...(answers.length === 0 ? said : said.map((answer) => answerTo(unsaid, answer))));
    }
    return answers;
  }
}

type Purposes = readonly (typeof CONSENT_PURPOSES)[number][];

/** What nothing was said of. Global Privacy Control says something of every purpose. */
function unsaidIn(answers: readonly Answer[]): Purposes {
  if (answers.some(({ gpc }) => gpc)) return [];
  return CONSENT_PURPOSES.filter((purpose) => answers.every(({ consent }) => !consent?.[purpose]));
}

/** What an answer says of some purposes alone: the later visits have told whether there is Global Privacy Control now. */
function answerTo(purposes: Purposes, { at, consent, gpc }: Answer): Answer {
  const said: Record<string, 'granted' | 'denied'> = {};
  for (const purpose of purposes) {
    const answer = gpc ? 'denied' : consent?.[purpose];
    if (answer !== undefined) said[purpose] = answer;
  }
  return { at, consent: said as StoredConsent, gpc: false };
}
