import type { Request, Response } from 'express';
import type { Answered } from './answer.ts';
import { toCsv } from './csv/csv.ts';

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
