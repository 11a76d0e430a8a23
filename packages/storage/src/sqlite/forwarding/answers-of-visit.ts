import { DAY_MS } from '@cvq/contract/constants';
import { CONSENT_PURPOSES, type StoredConsent } from '../../consent.ts';
import { archiveOf } from '../archive/archive-of.ts';
import { mayHaveArchivedAnswersIn } from '../archive/archived-answers.ts';
import type { Connection } from '../open-database.ts';
import { consentOf } from '../row-codes.ts';

/** What an event says of its visitor's privacy, and when. Epoch milliseconds. */
export type Answer = { readonly at: number; readonly consent: StoredConsent | null; readonly gpc: boolean };

/** A session, with the first and the last time of its events in browsers. */
type AskedVisit = {
  readonly project: number;
  readonly session: number;
  readonly from: number;
  readonly to: number;
};
type Row = { readonly at: number; readonly consent: number | null; readonly gpc: number | null };

const ANSWERS = `
  SELECT at, consent, gpc FROM events INDEXED BY answers_by_session
  WHERE session = :session AND (consent IS NOT NULL OR gpc IS NOT NULL) AND at >= :from AND at < :until`;

/**
 * Finds what the events of a visit say of consent, wherever they lie; a server may tell of an answer up to a day after the last
 * page. To be used within a transaction.
 */
export function answersOfVisitIn(db: Connection): (visit: AskedVisit) => Answer[] {
  const inRows = db.prepare(ANSWERS);
  const archived = archiveOf(db).events;
  const mayBeArchived = mayHaveArchivedAnswersIn(db);
  return ({ project, session, from, to }) => {
    const range = { from, until: to + DAY_MS };
    const places = mayBeArchived(project, session)
      ? [...archived.placesDuring(project, range, 'session', session)]
      : [];
    const rows = [
      ...(inRows.all({ session, ...range }) as Row[]),
      ...places.map((place) => archived.row(place, ['at', 'consent', 'gpc']) as unknown as Row),
    ];
    return (
      rows
        .map(({ at, consent, gpc }) => ({ at, consent: consentOf(consent ?? null), gpc: gpc === 1 }))
        // To be asked is no answer.
        .filter(({ consent, gpc }) => Object.keys(consent ?? {}).length > 0 || gpc)
    );
  };
}

/** Of every purpose the latest answer. Of two at one time the denial. Null where there is none. */
export function latestConsent(answers: readonly Answer[]): StoredConsent | null {
  return consentBy((purpose) => latestOf(purpose, answers));
}

/**
 * What a conversion's visitor allows, each purpose by itself: what the conversion says, else what its visit said last before
 * it, else what was said first afterwards. A denial that is the visit's latest answer counts in any case.
 */
export function consentOfConversion(own: Answer, answers: readonly Answer[]): StoredConsent | null {
  const before = answers.filter(({ at }) => at <= own.at);
  return consentBy((purpose) => {
    const latest = latestOf(purpose, [own, ...answers]);
    return latest === 'denied' ? latest : (own.consent?.[purpose] ?? latestOf(purpose, before) ?? latest);
  });
}

type Purpose = (typeof CONSENT_PURPOSES)[number];
type Said = 'granted' | 'denied' | undefined;

function consentBy(answerOf: (purpose: Purpose) => Said): StoredConsent | null {
  const said = CONSENT_PURPOSES.map((purpose) => [purpose, answerOf(purpose)] as const);
  const answered = said.filter(([, answer]) => answer !== undefined);
  return answered.length === 0 ? null : (Object.fromEntries(answered) as StoredConsent);
}

function latestOf(purpose: Purpose, answers: readonly Answer[]): Said {
  let latest: { readonly at: number; readonly said: Said } | undefined;
  for (const { at, consent } of answers) {
    const said = consent?.[purpose];
    if (said === undefined) continue;
    if (latest === undefined || at > latest.at || (at === latest.at && said === 'denied'))
      latest = { at, said };
  }
  return latest?.said;
}
