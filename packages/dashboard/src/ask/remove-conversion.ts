import type { RemoveConversionResponse } from '@cvq/contract';
import { project } from '../address/location.ts';
import { conversionList } from './conversions.ts';
import { tell } from './tell.ts';

/**
 * Takes a conversion out of every report for good.
 * @throws NotAnswered
 */
export async function removeConversion(id: string): Promise<void> {
  const path = `/conversions/${encodeURIComponent(id)}/remove`;
  await tell<RemoveConversionResponse>(path, { project: project.value });
  conversionList.retry();
}
