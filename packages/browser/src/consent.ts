import { ATTRIBUTION_RECORD } from './attribution.ts';
import { tellClicks } from './core/clean-event.ts';
import { store } from './core/delivery.ts';
import { setHeadPart } from './core/head-parts.ts';
import { safely } from './core/safely.ts';
import { restrict } from './core/storage.ts';

type Choice = 'granted' | 'denied';

/** What a visitor allows. What is not named stays as it was; at first everything is granted. */
export type Consent = {
  /** Visitor and session may be kept. Without it nothing is, and events are sent without any id. */
  analytics_storage?: Choice;
  /** Click ids and touches may be kept and sent. */
  ad_storage?: Choice;
  /** User data may be sent. */
  ad_user_data?: Choice;
  /** Told to the collector, which tells ad platforms. */
  ad_personalization?: Choice;
};

let choices: Consent = {};

/** True when the visitor has denied something. */
export function isDenied(purpose: keyof Consent): boolean {
  return choices[purpose] === 'denied';
}

/** Keeps on the device what is allowed and nothing else. */
export function applyConsent(): void {
  tellClicks(!isDenied('ad_storage'));
  restrict(
    (name) => !isDenied('analytics_storage') && !(name === ATTRIBUTION_RECORD && isDenied('ad_storage')),
  );
  store();
}

/** Says what the visitor allows. Works at any time; before `init` it holds from the first event on. */
export function consent(choice: Consent): void {
  safely(() => {
    choices = { ...choices, ...choice };
    setHeadPart('consent', () => ({ consent: choices }));
    applyConsent();
  });
}
