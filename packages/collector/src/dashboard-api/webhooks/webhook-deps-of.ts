import type { WebhookDeps } from '../../webhooks/webhook-means.ts';
import type { ActingDeps } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';
import type { SignedIn } from '../session/signed-in.ts';

/** The rules of webhooks as they hold for whoever has signed in, in one project. */
export function webhookDepsOf(
  by: SignedIn,
  project: string,
  deps: ActingDeps,
): WebhookDeps & { readonly project: string } {
  return { ...asSignedIn(by, deps), ...deps.webhooks.open(), project };
}
