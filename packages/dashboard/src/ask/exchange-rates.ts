import type { ImportRatesResponse, ListRatesResponse } from '@cvq/contract';
import { item, page, project } from '../address/location.ts';
import { reach } from './ask.ts';
import { remove } from './remove.ts';
import { watched } from './watched.ts';

const at = () => `/projects/${project.value}/rates`;

/** By which spend of this project in other currencies is converted. */
export const exchangeRates = watched<ListRatesResponse>(() =>
  project.value !== null && page.value === 'settings' && item.value === 'integrations' ? at() : null,
);

/** Stores a file of rates, whole or not at all. How many there are. @throws NotAnswered */
export async function importRates(file: File): Promise<number> {
  const headers = { 'Content-Type': 'text/csv', 'X-Cvq-Dashboard': '1' };
  const given = { method: 'POST', headers, body: file };
  const { data } = await reach<ImportRatesResponse>(at(), given, (response) => response.json());
  exchangeRates.retry();
  return data.stored;
}

/** @throws NotAnswered */
export async function removeRates(from: string, to: string): Promise<void> {
  await remove(`${at()}/${from}/${to}`);
  exchangeRates.retry();
}
