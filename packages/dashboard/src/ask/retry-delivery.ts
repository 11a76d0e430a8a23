import type { AdPlatform, RetryDeliveryBody, RetryDeliveryResponse } from '@cvq/contract';
import { project } from '../address/location.ts';
import { tell } from './tell.ts';

/**
 * Has a conversion sent to a platform again.
 * @throws NotAnswered
 */
export async function retryDelivery(
  id: string,
  platform: AdPlatform,
): Promise<RetryDeliveryResponse['data']> {
  const body: RetryDeliveryBody = { platform };
  const path = `/conversions/${encodeURIComponent(id)}/retry?project=${project.value}`;
  return (await tell<RetryDeliveryResponse>(path, body)).data;
}
