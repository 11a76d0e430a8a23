import type { Annotation } from '@cvq/contract';
import { project } from '../address/location.ts';
import { overview } from './overview.ts';
import { remove } from './remove.ts';
import { tell } from './tell.ts';

type Written = Omit<Annotation, 'id'> & { readonly id?: string | undefined };

const at = (id = '') => `/projects/${project.value}/annotations${id && `/${id}`}`;

/**
 * Writes a note at a day, in place of the one with the id where there is one.
 * @throws NotAnswered
 */
export async function writeAnnotation({ id, date, text }: Written): Promise<void> {
  await tell(at(id), { date, text }, id === undefined ? 'POST' : 'PUT');
  overview.retry();
}

/** @throws NotAnswered */
export async function removeAnnotation(id: string): Promise<void> {
  await remove(at(id));
  overview.retry();
}
