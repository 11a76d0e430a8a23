/**
 * Why a webhook was not believed. `no_signature`: no header of either kind. `no_timestamp`: only the kind without a
 * time, though one was required. `bad_signature`: made with another secret or over other bytes. `bad_timestamp`: too
 * old or too far ahead. `bad_body`: rightly signed, and no JSON object.
 */
export type WebhookVerificationFailure =
  | 'no_signature'
  | 'no_timestamp'
  | 'bad_signature'
  | 'bad_timestamp'
  | 'bad_body';

/** Thrown by `verifyWebhook`: answer 401 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookVerificationFailure;
  constructor(code: WebhookVerificationFailure, message: string) {
    super(message);
    this.code = code;
  }
}
