import type { Readable } from 'node:stream';
import { MAX_SPEND_FILE_BYTES } from '@cvq/contract';
import type { Request, Response } from 'express';
import { Router } from 'express';
import type { FileBody } from '../body/file-body.ts';
import { signalOfClient } from '../edge/client-signal.ts';
import { SharedBudget } from '../quotas/limits.ts';
import type { GivenArguments } from '../read/arguments/read-arguments.ts';
import { refuseQueryCredentials } from '../read/authenticate.ts';
import { routeFinder } from '../read/find-route.ts';
import type { Operation, ReadDeps } from '../read/operation.ts';
import { pathsOf } from '../read/paths-of.ts';
import { readBody } from '../read/read-body.ts';
import { refuseAmbiguous } from '../read/refuse-ambiguous.ts';
import { sendAnswer } from '../read/send-answer.ts';
import { ServerTiming } from '../read/server-timing.ts';
import { answerQuestion } from './answer-question.ts';
import { explainRefusal } from './explain-refusal.ts';
import { openLiveStream } from './live/open-live-stream.ts';
import { openFile } from './open-file.ts';
import { serveDashboardDocument } from './openapi/serve.ts';
import type { DashboardDeps, DashboardOperation } from './operation.ts';
import { dashboardOperations } from './operations.ts';
import { questions } from './questions.ts';
import { runDashboardOperation } from './run-operation.ts';
import { type Browser, browserOf, originOf } from './session/browser.ts';
import { requireOwnHost, requireOwnOrigin } from './session/guard-request.ts';
import { requireSignedIn } from './session/require-who.ts';
import type { SignedIn } from './session/signed-in.ts';
import { whoAsks } from './session/who-asks.ts';

const PREFIX = '/dashboard-api';

/** Bodies are small here, and most come from people whom nobody knows yet. */
const BODIES = { limit: 8_388_608, perOwner: 2_097_152 };
/** Files come from admins, and each is counted as the largest that is taken: four at a time, of one client two. */
const FILES = { limit: 4 * MAX_SPEND_FILE_BYTES, perOwner: 2 * MAX_SPEND_FILE_BYTES };

type Answerer =
  | { readonly kind: 'operation'; readonly method: string; readonly operation: DashboardOperation }
  | { readonly kind: 'question'; readonly method: string; readonly operation: Operation };

const find = routeFinder<Answerer>(
  [
    ...dashboardOperations.map((operation) => ({
      row: { kind: 'operation' as const, method: operation.method, operation },
      path: `/v1${operation.path}`,
    })),
    ...questions.flatMap((operation) =>
      pathsOf(operation).map((path) => ({
        row: { kind: 'question' as const, method: operation.method, operation },
        path,
      })),
    ),
  ],
  { below: PREFIX },
);

type Asked = { readonly request: Request; readonly response: Response };
/** A request of a browser, and who asks by it. */
type Asking = Asked & { readonly browser: Browser; readonly by: SignedIn | null };

/**
 * Everything below `/dashboard-api`, for people who have signed in: by a cookie, from pages of the dashboard's own host
 * alone. No answer says that another origin may read it.
 */
export function dashboardRoutes(deps: DashboardDeps & { readonly read: ReadDeps }): Router {
  const router = Router({ caseSensitive: true });
  const budget = new SharedBudget(BODIES);
  const fileBudget = new SharedBudget(FILES);
  const sendDocument = serveDashboardDocument();

  async function answer({ request, response }: Asked): Promise<void> {
    const address = deps.address();
    refuseAmbiguous(request);
    refuseQueryCredentials(request.query);
    requireOwnHost(request, address);
    requireOwnOrigin(request, address);
    const browser = browserOf({ request, response }, address);
    try {
      const by = await whoAsks(browser, deps);
      await answerTo({ by, request, response, browser });
    } catch (error) {
      throw explainRefusal(error, { writes: request.method !== 'GET', baseUrl: deps.read.baseUrl });
    } finally {
      if (!response.headersSent && browser.cookies().length > 0)
        response.setHeader('Set-Cookie', browser.cookies());
    }
  }

  async function answerTo(asking: Asking): Promise<void> {
    const { by, request, response } = asking;
    const path = request.path.slice(PREFIX.length);
    if (path === '/v1/openapi.json') {
      requireSignedIn(by);
      return sendDocument(request, response);
    }
    if (path === '/v1/live') return openLiveStream(asking, deps);
    const { row, parameters } = find(request.method, path);
    const body = () => readBody(request, budget);
    const given = { from: 'query', query: request.query, path: parameters, body } as const;
    if (row.kind === 'question') return sendQuestion(row.operation, given, { ...asking, read: deps.read });
    const files = (of: FileBody) => openFile(request, of, fileBudget);
    return sendOperation(row.operation, given, { ...asking, deps, openFile: files });
  }

  router.all(`${PREFIX}{/*path}`, async (request, response) => {
    response.set(HEADERS);
    await answer({ request, response });
  });
  return router;
}

async function sendOperation(
  operation: DashboardOperation,
  given: GivenArguments,
  { by, browser, request, response, deps, openFile: open }: Asking & OperationMeans,
): Promise<void> {
  const answered = await runDashboardOperation(operation, given, { by, browser, deps, openFile: open });
  response.setHeader('Set-Cookie', browser.cookies());
  // Only what has a table holds no secret, and is compressed.
  if (operation.csv === undefined) return void response.json(answered);
  await sendAnswer(request, response, { operation, response: answered });
}

type OperationMeans = { readonly deps: DashboardDeps; readonly openFile: (of: FileBody) => Readable };

async function sendQuestion(
  operation: Operation,
  given: GivenArguments,
  { by, browser, request, response, read: deps }: Asking & { readonly read: ReadDeps },
): Promise<void> {
  requireSignedIn(by);
  const timing = new ServerTiming();
  const signal = signalOfClient(request, response);
  const asking = { by, from: originOf(browser), signal, noteTiming: timing.note, deps };
  const answered = await answerQuestion(operation, given, asking);
  response.set('Server-Timing', timing.header());
  response.setHeader('Set-Cookie', browser.cookies());
  await sendAnswer(request, response, { operation, response: answered });
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};
