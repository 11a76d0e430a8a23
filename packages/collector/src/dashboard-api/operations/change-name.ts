import { ChangeNameBody, SignedInResponse } from '@cvq/contract';
import * as people from '../../accounts/people.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';
import { describeSignedIn } from '../session/describe-signed-in.ts';

export const changeName = defineDashboardOperation({
  name: 'change_name',
  tag: 'You',
  method: 'PUT',
  path: '/me',
  summary: 'Change the name',
  description: 'What others read of the person who asks.',
  who: 'person',
  stepUp: false,
  body: ChangeNameBody,
  response: SignedInResponse,
  async run({ by, args }, deps) {
    const user = await people.changeName(asPerson(by, deps), by.user.id, args.name);
    return { data: await describeSignedIn({ ...by, user }, deps) };
  },
});
