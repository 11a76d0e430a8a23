import { type ConversionDetails, formatEventId } from '@cvq/contract';
import type { ConversionRecord, ReachedProject, StoredConsent } from '@cvq/storage';
import { conversionJson } from '../conversion-json.ts';
import type { OperationDeps } from '../operation.ts';
import { askDeliveryLog } from './ask-delivery-log.ts';
import { attemptJson, deliveryJson, webhookJson } from './delivery-json.ts';
import { hashedFields } from './hashed-fields.ts';
import { integrationsOf } from './standing.ts';

type Deps = Pick<OperationDeps, 'control' | 'deliveries' | 'now' | 'sealer'>;

/** A conversion with all that is known of what left the collector because of it. */
export async function conversionDetails(
  record: ConversionRecord,
  { id: project, currency }: Pick<ReachedProject, 'id' | 'currency'>,
  { control, deliveries, now, sealer }: Deps,
): Promise<ConversionDetails> {
  const event = record.event.id;
  const at = now();
  const integrations = await integrationsOf(project, control);
  const [found, log, forwarded, webhooks] = await askDeliveryLog(
    Promise.all([
      deliveries.deliveriesOf(project, [event]),
      deliveries.attemptsOf(project, event),
      deliveries.readConversion({ project, event }, at),
      deliveries.ofEvent(project, formatEventId(event)),
    ]),
  );
  const own = (found.get(event) ?? []).map((each) => ({
    ...deliveryJson(each, { integrations, now: at }),
    log: log.filter((attempt) => attempt.integration === each.integration).map(attemptJson),
  }));
  return {
    ...conversionJson(record, currency, own),
    consent: consentJson(forwarded?.consent ?? null, forwarded?.gpc ?? false),
    user_data: hashedFields(forwarded?.userData ?? null, sealer),
    deliveries: own,
    webhooks: webhooks.map(webhookJson),
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
