import { type DeliveryStore, openDeliveryStore, type StoreLocation } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import type { InstallationSecret } from '../secrets/installation-secret.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { type AddressGuard, createAddressGuard, type ReceiverPolicy } from './address-guard.ts';
import { createSecretSealer } from './endpoint-secrets.ts';
import { createSender, type WebhookSender } from './send.ts';

/** What acting on webhooks takes, beside the rules of accounts. */
export type WebhookMeans = {
  readonly deliveries: DeliveryStore;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  readonly guard: AddressGuard;
  readonly policy: ReceiverPolicy;
  /** Wakes the worker: something is to be sent. */
  readonly wake: () => void;
};

/** Whoever acts on webhooks, and with what. */
export type WebhookDeps = AccountDeps & WebhookMeans;

type Settings = {
  readonly location: StoreLocation;
  readonly secret: InstallationSecret;
  readonly policy: ReceiverPolicy;
  /** Nothing has to be woken by a command: a running collector notices what another process wrote. */
  readonly wake?: () => void;
};

/** Opens the outbox, and a sender of its own for test deliveries. */
export function openWebhookMeans({
  location,
  secret,
  policy,
  wake = () => undefined,
}: Settings): WebhookMeans & { close(): Promise<void> } {
  const deliveries = openDeliveryStore(location);
  const guard = createAddressGuard(policy);
  const sender = createSender({ guard, policy });
  return {
    deliveries,
    guard,
    policy,
    sender,
    wake,
    sealer: createSecretSealer(secret),
    async close() {
      await sender.close();
      await deliveries.close();
    },
  };
}

/** The means of webhooks, opened when they are first asked for: most collectors have no webhook. */
export type WebhookMeansOnDemand = { readonly open: () => WebhookMeans };

/** Opens the outbox and the sender when a webhook is first acted on. */
export function webhookMeansOnDemand(settings: Settings): WebhookMeansOnDemand & { close(): Promise<void> } {
  let means: ReturnType<typeof openWebhookMeans> | null = null;
  return {
    open() {
      means ??= openWebhookMeans(settings);
      return means;
    },
    close: async () => means?.close(),
  };
}
