import { ErasedPersonBody, ErasurePreviewResponse, ErasuresParams } from '@cvq/contract';
import { previewErasure as preview } from '../../erasure/erase-person.ts';
import { countsJson } from '../../erasure/erasure-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const previewErasure = defineDashboardOperation({
  name: 'preview_erasure',
  tag: 'Erasure',
  method: 'POST',
  path: '/projects/{project}/erasures/preview',
  summary: 'What an erasure would take',
  description: 'Looks through all events of the project, which takes its time for millions. Changes nothing.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: ErasuresParams,
  body: ErasedPersonBody,
  response: ErasurePreviewResponse,
  errors: ['not_found'],
  async run({ by, args: { project, ...person } }, deps) {
    const { totals, unreadable } = await preview(
      { ...asPerson(by, deps), ...deps.erasures },
      { project, person },
    );
    return { data: totals && countsJson(totals), meta: { unreadable_user_data: unreadable } };
  },
});
