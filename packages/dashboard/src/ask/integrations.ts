import type {
  AdPlatform,
  AskConsentResponse,
  ConnectIntegrationBody,
  CountEarlierResponse,
  IntegrationChangedResponse,
  ListBuiltRequestsResponse,
  ListIntegrationsResponse,
  SyncSpendResponse,
  TestIntegrationResponse,
  UpdateIntegrationBody,
} from '@cvq/contract';
import { item, page, project } from '../address/location.ts';
import { ask } from './ask.ts';
import { remove } from './remove.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const isOpen = () => project.value !== null && page.value === 'settings' && item.value === 'integrations';

/** The ad platforms that this project is connected with. */
export const integrations = watched<ListIntegrationsResponse>(() =>
  isOpen() ? `/projects/${project.value}/integrations` : null,
);

const at = (platform: AdPlatform, more = '') => `/projects/${project.value}/integrations/${platform}${more}`;

/** What of the mapping the platform finds wrong. @throws NotAnswered */
async function change(
  platform: AdPlatform,
  more: string,
  { body = {}, method = 'POST' }: { body?: object; method?: 'POST' | 'PUT' } = {},
): Promise<readonly string[]> {
  const { data } = await tell<IntegrationChangedResponse>(at(platform, more), body, method);
  integrations.retry();
  return data.mapping_problems;
}

/** @throws NotAnswered */
export const connectIntegration = (platform: AdPlatform, body: ConnectIntegrationBody) =>
  change(platform, '', { body });

/** @throws NotAnswered */
export const updateIntegration = (platform: AdPlatform, body: UpdateIntegrationBody) =>
  change(platform, '', { body, method: 'PUT' });

/** @throws NotAnswered */
export const switchIntegration = (platform: AdPlatform, verb: 'pause' | 'resume') =>
  change(platform, `/${verb}`);

/** @throws NotAnswered */
export async function removeIntegration(platform: AdPlatform): Promise<void> {
  await remove(at(platform));
  integrations.retry();
}

/** Asks the platform whether conversions can be sent. @throws NotAnswered */
export async function testIntegration(platform: AdPlatform): Promise<TestIntegrationResponse['data']> {
  return (await tell<TestIntegrationResponse>(at(platform, '/test'))).data;
}

/** Reads what ads cost now, which takes up to two minutes. @throws NotAnswered */
export async function syncSpend(platform: AdPlatform): Promise<SyncSpendResponse['data']> {
  return (await tell<SyncSpendResponse>(at(platform, '/spend'))).data;
}

/** Which conversions would be sent that were received since a day. @throws NotAnswered */
export async function countEarlier(
  platform: AdPlatform,
  since: string,
): Promise<CountEarlierResponse['data']> {
  const path = at(platform, `/earlier?since=${encodeURIComponent(since)}`);
  return (await ask<CountEarlierResponse>(path)).data;
}

/** Where a consent is given; null where none is needed. @throws NotAnswered */
export async function askConsent(
  platform: AdPlatform,
  credentials: string,
): Promise<AskConsentResponse['data']> {
  return (await tell<AskConsentResponse>(at(platform, '/consent'), { credentials })).data;
}

/** What a dry run would have sent, the newest first. @throws NotAnswered */
export async function builtRequests(platform: AdPlatform): Promise<ListBuiltRequestsResponse['data']> {
  return (await ask<ListBuiltRequestsResponse>(at(platform, '/built-requests'))).data;
}
