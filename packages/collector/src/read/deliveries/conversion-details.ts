import type { ConversionDetails } from '@cvq/contract';
import type { ConversionRecord, ReachedProject, StoredConsent } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { conversionJson } from '../conversion-json.ts';
import type { OperationDeps } from '../operation.ts';
import { attemptJson, deliveryJson, webhookJson } from './delivery-json.ts';
import { hashedFields } from './hashed-fields.ts';
import { integrationsOf } from './standing.ts';

type Deps = Pick<OperationDeps, 'control' | 'reports' | 'now' | 'sealer'>;

/** A conversion with all that is known of what left the collector because of it. */
export async function conversionDetails(
  record: ConversionRecord,
  { id: project, currency, adConsent: unsaidConsent }: Pick<ReachedProject, 'id' | 'currency' | 'adConsent'>,
  { control, reports, now, sealer }: Deps,
): Promise<ConversionDetails> {
  const { event, counts } = record;
  const at = now();
  const integrations = await integrationsOf(project, control);
  const sent = await askStore(reports.conversionDeliveries(project, { id: event.id, counts }, at));
  const own = sent.deliveries.map((each) => ({
    ...deliveryJson(each, { conversion: record, integrations, now: at }),
    log: sent.attempts.filter((attempt) => attempt.integration === each.integration).map(attemptJson),
  }));
  return {
    ...conversionJson(record, currency, own),
    consent: consentJson(sent.conversion?.consent ?? null, sent.conversion?.gpc ?? false),
    user_data: hashedFields(sent, { sealer, unsaidConsent }),
    deliveries: own,
    webhooks: sent.webhooks.map(webhookJson),
  };
}

function consentJson(consent: StoredConsent | null, gpc: boolean): ConversionDetails['consent'] {
  return {
    analytics_storage: consent?.analytics_storage ?? null,
    ad_storage: consent?.ad_storage ?? null,
    ad_user_data: consent?.ad_user_data ?? null,
    ad_personalization: consent?.ad_personalization ?? null,
    gpc,
  };
}
