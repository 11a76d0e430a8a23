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

/**
 * The answers in what a sender says of consent; null where it says nothing. What is not plainly granted is denied: it
 * may be a misspelt denial.
 */
export function consentIn(said: unknown): StoredConsent | null {
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return null;
  const answers = said as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    CONSENT_PURPOSES.filter((purpose) => answers[purpose] !== undefined).map((purpose) => [
      purpose,
      answers[purpose] === 'granted' ? 'granted' : 'denied',
    ]),
  );
}
