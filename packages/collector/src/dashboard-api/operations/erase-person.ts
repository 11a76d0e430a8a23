import { ErasedPersonBody, ErasureResponse, ErasuresParams } from '@cvq/contract';
import { erasePerson as erase } from '../../erasure/erase-person.ts';
import { erasureJson } from '../../erasure/erasure-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const erasePerson = defineDashboardOperation({
  name: 'erase_person',
  tag: 'Erasure',
  method: 'POST',
  path: '/projects/{project}/erasures',
  summary: 'Erase a person for good',
  description:
    'Takes out of all that is stored who a person is; what the person did stays counted. It is done beside all else, after the erasures before it: list_erasures tells how far it is. It cannot be undone, and is safe to repeat.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: ErasuresParams,
  body: ErasedPersonBody,
  response: ErasureResponse,
  errors: ['not_found'],
  async run({ by, args: { project, ...person } }, deps) {
    const request = await erase({ ...asPerson(by, deps), ...deps.erasures }, { project, person });
    return { data: erasureJson(request, null) };
  },
});
