import { ErasuresParams, ListErasuresResponse } from '@cvq/contract';
import { listErasures as list } from '../../erasure/erase-person.ts';
import { erasureJson } from '../../erasure/erasure-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asSignedIn } from '../session/as-signed-in.ts';

export const listErasures = defineDashboardOperation({
  name: 'list_erasures',
  tag: 'Erasure',
  method: 'GET',
  path: '/projects/{project}/erasures',
  summary: 'Erasures of a project, with their receipts',
  description: 'The newest 100. Nothing in them tells who was erased.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: ErasuresParams,
  response: ListErasuresResponse,
  errors: ['not_found'],
  async run({ by, args: { project } }, deps) {
    const requests = await list(asSignedIn(by, deps), project);
    return { data: requests.map((request) => erasureJson(request, deps.erasures.progressOf(request.id))) };
  },
});
