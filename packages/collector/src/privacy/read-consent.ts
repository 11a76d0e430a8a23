import { isPlainObject } from './is-plain-object.ts';

/** What a visitor allows to be kept. What nobody denied is allowed: who must ask first sends nothing before. */
export type Allowed = {
  /** Ids of visitor, session and user. */
  readonly ids: boolean;
  readonly clickIds: boolean;
  readonly userData: boolean;
};

/** What the `consent` of a batch or an event comes to. */
export function readConsent(consent: unknown): Allowed {
  const said = isPlainObject(consent) ? consent : {};
  return {
    ids: said.analytics_storage !== 'denied',
    clickIds: said.ad_storage !== 'denied',
    userData: said.ad_user_data !== 'denied',
  };
}
