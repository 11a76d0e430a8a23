import type { Meta } from '@cvq/contract';
import type { Request, Response } from 'express';
import { contentHash } from '../edge/content-hash.ts';
import { sendText } from '../edge/send-text.ts';
import { toCsv } from './csv/csv.ts';
import { localTimes } from './local-times.ts';
import type { Operation } from './operation.ts';

/** An answer, and the operation that gave it. */
export type Answered = {
  readonly operation: Pick<Operation, 'name' | 'csv'>;
  readonly response: unknown;
};

/** What answers say of themselves: those about a period all of it, those of rows how many there are. */
type Told = { readonly meta?: Partial<Meta> & { readonly total_rows?: number } };

/**
 * Send an answer as JSON; as CSV where that is what the client likes best, and the answer has rows. One about days that are over
 * has a tag, by which a client that has it is told so.
 */
export async function sendAnswer(
  request: Request,
  response: Response,
  { operation, response: body }: Answered,
): Promise<void> {
  const { meta = {} } = body as Told;
  const isOver = isAboutPastDays(meta);
  response.set('Cache-Control', isOver ? 'private, no-cache' : 'no-store');
  const text = textOf(request, response, { operation, response: body });
  await sendText(request, response, { text, hash: isOver ? hashOf(text, meta) : null });
}

/** The answer in the form that the client likes best, whose headers are set. */
function textOf(request: Request, response: Response, { operation, response: body }: Answered): string {
  if (operation.csv !== undefined) {
    response.vary('Accept');
    if (request.accepts(['json', 'csv']) === 'csv') {
      response.set('Content-Disposition', `attachment; filename="${operation.name}.csv"`);
      const total = (body as Told).meta?.total_rows;
      if (total !== undefined) response.set('X-Total-Rows', String(total));
      response.type('csv');
      return toCsv(operation.csv(body));
    }
  }
  response.type('json');
  return JSON.stringify(body);
}

/** Whether all days of an answer are over; late events may change it all the same. */
function isAboutPastDays({ end_date, timezone, range, generated_at }: Partial<Meta>): boolean {
  if (end_date === undefined || timezone === undefined || generated_at === undefined) return false;
  return range !== '24h' && end_date < localTimes(timezone).day(Date.parse(generated_at)).toString();
}

/** Of the content: when it was made is no part of that. */
function hashOf(text: string, { generated_at = '' }: Partial<Meta>): string {
  return contentHash(text.replace(generated_at, ''));
}
