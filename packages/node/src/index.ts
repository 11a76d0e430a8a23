export type { WebhookBody } from '@cvq/contract';
export type { NamedEvent } from './named-event.ts';
export type { ServerEvent } from './server-event.ts';
export { TrackError } from './track-error.ts';
export { type Tracked, Tracker, type TrackerOptions, type TrackResult } from './tracker.ts';
export { type VerifyWebhookOptions, verifyWebhook } from './verify-webhook.ts';
export { WebhookVerificationError, type WebhookVerificationFailure } from './webhook-verification-error.ts';
