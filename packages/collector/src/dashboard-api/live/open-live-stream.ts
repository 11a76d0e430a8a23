import type { Request, Response } from 'express';
import { ApiError } from '../../errors/api-error.ts';
import { refusedField } from '../../read/refused-field.ts';
import type { DashboardDeps } from '../operation.ts';
import type { Browser } from '../session/browser.ts';
import { requireSignedIn } from '../session/require-who.ts';
import { type SignedIn, subjectOf } from '../session/signed-in.ts';

type Asking = {
  readonly by: SignedIn | null;
  readonly browser: Browser;
  readonly request: Request;
  readonly response: Response;
};

/**
 * `GET /dashboard-api/v1/live?project=proj_…`: a stream of server-sent events that says `changed` when figures of the last
 * minutes have changed, at most every two seconds, and `ended` when whoever listens may no longer.
 * @throws ApiError unauthenticated, invalid_request, not_found
 */
export async function openLiveStream(
  { by, browser, request, response }: Asking,
  { control, live }: Pick<DashboardDeps, 'control' | 'live'>,
): Promise<void> {
  requireSignedIn(by);
  if (request.method !== 'GET')
    throw new ApiError('invalid_request', 'This is a stream: use GET.', { headers: { Allow: 'GET' } });
  endWithClient(request, response);
  const { project } = request.query;
  if (typeof project !== 'string') throw refusedField('project', 'must name one project');
  const reach = await control.reach(subjectOf(by));
  if (!reach.some(({ id }) => id === project)) throw new ApiError('not_found', 'There is no such project.');
  response.setHeader('Set-Cookie', browser.cookies());
  await live.open(response, { by, token: browser.sessionToken ?? '', project });
}

/**
 * A browser that sends nothing more has left the page. Without this only what is written to it would tell that, many seconds
 * later, and who reloads a page would have a stream of each time until then.
 */
function endWithClient({ socket }: Request, response: Response): void {
  const onEnd = () => response.destroy();
  if (socket.readableEnded) return void onEnd();
  socket.once('end', onEnd);
  response.once('close', () => socket.removeListener('end', onEnd));
}
