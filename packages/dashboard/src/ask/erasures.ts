import type {
  ErasedPersonBody,
  ErasurePreviewResponse,
  ErasureResponse,
  ListErasuresResponse,
} from '@cvq/contract';
import { item, page, project } from '../address/location.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const path = () => `/projects/${project.value}/erasures`;

/** The erasures of the project, while their section is open. */
export const erasures = watched<ListErasuresResponse>(() =>
  project.value !== null && page.value === 'settings' && item.value === 'erasure' ? path() : null,
);

/** What an erasure would take. @throws NotAnswered */
export function previewErasure(person: ErasedPersonBody): Promise<ErasurePreviewResponse> {
  return tell<ErasurePreviewResponse>(`${path()}/preview`, person);
}

/** @throws NotAnswered */
export async function erasePerson(person: ErasedPersonBody): Promise<void> {
  await tell<ErasureResponse>(path(), person);
  erasures.retry();
}
