import { bridgeConsent } from './consent-bridge.ts';

/** The script `sdk.consent.js`. */
bridgeConsent();
