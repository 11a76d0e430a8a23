/** What visitors are asked to consent to. The order is that of their codes in the store: add at the end. */
export const CONSENT_PURPOSES = [
  'analytics_storage',
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
] as const;
type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** What a visitor answered; a purpose that was not asked about is not there. */
export type StoredConsent = Readonly<Partial<Record<ConsentPurpose, 'granted' | 'denied'>>>;

/** Names without case and marks, so that `adUserData` is what it plainly means. */
const PURPOSES = new Map(CONSENT_PURPOSES.map((purpose) => [lettersOf(purpose), purpose]));

/** How what a sender says of consent is understood. */
export type ReadConsent = {
  /** Null where it says nothing. */
  readonly consent: StoredConsent | null;
  /** What is not written as it should be, by its place in `consent`, with what it counts as. */
  readonly unclear: readonly { readonly field: string; readonly countsAs: string }[];
};

/**
 * The answers in what a sender says of consent; null where it says nothing. What is not plainly granted is denied: it
 * may be a misspelt denial.
 */
export function consentIn(said: unknown): StoredConsent | null {
  return readConsentIn(said).consent;
}

/** As `consentIn`, with what was not clear. A purpose that is null is not answered; what is no object denies all. */
export function readConsentIn(said: unknown): ReadConsent {
  if (said === undefined || said === null) return { consent: null, unclear: [] };
  if (typeof said !== 'object' || Array.isArray(said)) {
    const answer = answerIn(said);
    const consent = Object.fromEntries(CONSENT_PURPOSES.map((purpose) => [purpose, answer]));
    return { consent, unclear: [{ field: 'consent', countsAs: `${answer} for every purpose` }] };
  }
  const consent: Partial<Record<ConsentPurpose, 'granted' | 'denied'>> = {};
  const unclear: { field: string; countsAs: string }[] = [];
  for (const [name, value] of Object.entries(said)) {
    const purpose = PURPOSES.get(lettersOf(name));
    if (purpose === undefined || value === undefined || value === null) continue;
    const answer = answerIn(value);
    // Of two spellings the denial counts.
    if (consent[purpose] !== 'denied') consent[purpose] = answer;
    if (name !== purpose || answer !== value)
      unclear.push({ field: `consent.${name}`, countsAs: `${purpose}: ${answer}` });
  }
  return { consent, unclear };
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function answerIn(said: unknown): 'granted' | 'denied' {
  return typeof said === 'string' && said.trim().toLowerCase() === 'granted' ? 'granted' : 'denied';
}
