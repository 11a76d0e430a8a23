export type { WebhookBody } from '@cvq/contract';
export { type VerifyWebhookOptions, verifyWebhook } from './verify-webhook.ts';
export { WebhookVerificationError, type WebhookVerificationFailure } from './webhook-verification-error.ts';
