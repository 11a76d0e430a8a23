import { isPlainObject } from './is-plain-object.ts';

/** What a visitor allows to be kept. What is not named is allowed: who must ask first sends nothing before. */
export type Allowed = {
  /** Ids of visitor, session and user. */
  readonly ids: boolean;
  readonly clickIds: boolean;
  readonly userData: boolean;
};

/** What the `consent` of a batch or an event comes to. */
export function readConsent(consent: unknown): Allowed {
  const said = isPlainObject(consent) ? consent : {};
  // A value that is not understood may be a misspelt denial.
  const isAllowed = (choice: unknown) => choice === undefined || choice === 'granted';
  return {
    ids: isAllowed(said.analytics_storage),
    clickIds: isAllowed(said.ad_storage),
    userData: isAllowed(said.ad_user_data),
  };
}
