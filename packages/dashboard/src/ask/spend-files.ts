import type { ImportSpendResponse, ListSpendSourcesResponse, PreviewSpendResponse } from '@cvq/contract';
import { item, page, project } from '../address/location.ts';
import { reach } from './ask.ts';
import { remove } from './remove.ts';
import { watched } from './watched.ts';

/** Where the spend of this project comes from. */
export const spendSources = watched<ListSpendSourcesResponse>(() =>
  project.value !== null && page.value === 'settings' && item.value === 'integrations'
    ? `/projects/${project.value}/spend`
    : null,
);

const HEADERS = { 'Content-Type': 'text/csv', 'X-Cvq-Dashboard': '1' };

function send<Answer>(path: string, file: File): Promise<Answer> {
  const at = `/projects/${project.value}/spend${path}`;
  const given = { method: 'POST', headers: HEADERS, body: file };
  return reach<Answer>(at, given, (response) => response.json());
}

/** What a file says, and what is wrong with it. Nothing is stored. @throws NotAnswered */
export async function previewSpend(file: File): Promise<PreviewSpendResponse['data']> {
  return (await send<PreviewSpendResponse>('/preview', file)).data;
}

/** Stores a file, whole or not at all. @throws NotAnswered */
export async function importSpend(file: File): Promise<ImportSpendResponse['data']> {
  const { data } = await send<ImportSpendResponse>('', file);
  spendSources.retry();
  return data;
}

/** Forgets what files said of a platform. @throws NotAnswered */
export async function removeSpend(platform: string): Promise<void> {
  await remove(`/projects/${project.value}/spend/${encodeURIComponent(platform)}`);
  spendSources.retry();
}
