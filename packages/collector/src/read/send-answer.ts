import type { Request, Response } from 'express';
import { toCsv } from './csv/csv.ts';
import type { Operation } from './operation.ts';

/** An answer, and the operation that gave it. */
export type Answered = { readonly operation: Operation; readonly response: unknown };

/** Send an answer as JSON; as CSV where that is what the client likes best, and the answer has rows. */
export function sendAnswer(
  request: Request,
  response: Response,
  { operation, response: body }: Answered,
): void {
  response.set('Cache-Control', 'no-store');
  if (operation.csv === undefined) return void response.json(body);
  response.vary('Accept');
  if (request.accepts(['json', 'csv']) !== 'csv') return void response.json(body);
  response.set('Content-Disposition', `attachment; filename="${operation.name}.csv"`);
  const { meta } = body as { meta: { total_rows?: number } };
  if (meta.total_rows !== undefined) response.set('X-Total-Rows', String(meta.total_rows));
  response.type('csv').send(toCsv(operation.csv(body)));
}
