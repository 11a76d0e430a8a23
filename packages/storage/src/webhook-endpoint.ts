import type { WebhookEvent } from '@cvq/contract';

/** A secret of an endpoint, encrypted. During a rotation an endpoint has two. */
export type WebhookSecret = {
  readonly sealed: Uint8Array;
  readonly createdAt: number;
  /** From when on it is the one that signs `X-Service-Signature`. */
  readonly leadsFrom: number;
  /** When it stops signing; null for as long as the endpoint lasts. */
  readonly endsAt: number | null;
};

/** A customer's address that a project's events are sent to. */
export type WebhookEndpoint = {
  readonly id: string;
  readonly project: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  readonly createdAt: number;
  /** The newest first. */
  readonly secrets: readonly WebhookSecret[];
};

/** What of an endpoint can be changed. */
export type WebhookEndpointChange = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'enabled'>>;

/** How a secret takes over from the one before it. */
export type SecretRotation = {
  /** The one before it, as it was looked at. */
  readonly former: Uint8Array;
  readonly sealed: Uint8Array;
  readonly at: number;
  readonly leadsFrom: number;
  /** When the one before it stops signing. */
  readonly formerEndsAt: number;
};

/** `overtaken`: somebody else has rotated it since it was looked at. */
export type SecretRotated = 'done' | 'overtaken' | 'unknown';

/** Where webhook endpoints are kept: a part of the control store. */
export interface WebhookEndpointStore {
  /** False when the project already has `atMost`: several that are made at once never exceed it. Without a bound each is made. */
  createWebhook(endpoint: WebhookEndpoint, atMost?: number): Promise<boolean>;
  /** Null where there is none, or none any more. */
  findWebhook(id: string): Promise<WebhookEndpoint | null>;
  /** The endpoints that were not removed, of one project or of all, the oldest first. */
  listWebhooks(of?: { readonly project: string }): Promise<WebhookEndpoint[]>;
  /** Whether there is any endpoint. */
  hasWebhooks(): Promise<boolean>;
  /** True when the endpoint is there. */
  changeWebhook(id: string, change: WebhookEndpointChange): Promise<boolean>;
  /** Of earlier secrets only the newest goes on signing, until it ends. */
  rotateWebhookSecret(id: string, rotation: SecretRotation): Promise<SecretRotated>;
  /** True when the endpoint was there. */
  removeWebhook(id: string): Promise<boolean>;
}
