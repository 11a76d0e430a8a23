import type { AdPlatform, RetryDeliveryBody } from '@cvq/contract';
import { project } from '../address/location.ts';
import { tell } from './ask.ts';
import { conversion } from './conversion.ts';

/**
 * Has a conversion sent to a platform again, and looks what became of it.
 * @throws NotAnswered
 */
export async function retryDelivery(id: string, platform: AdPlatform): Promise<void> {
  const body: RetryDeliveryBody = { platform };
  await tell(`/conversions/${encodeURIComponent(id)}/retry?project=${project.value}`, body);
  conversion.retry();
}
