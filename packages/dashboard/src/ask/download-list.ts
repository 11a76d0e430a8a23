import { reach } from './ask.ts';
import { listQuestion } from './dimension-list.ts';

/** As many rows as one answer has. */
const AT_ONCE = 1000;

/**
 * All values of a dimension as CSV, as the read API writes it.
 * @throws NotAnswered
 */
export async function downloadList(dimension: string): Promise<Blob> {
  const parts: string[] = [];
  let total = 1;
  for (let offset = 0; offset < total; offset += AT_ONCE) {
    const query = listQuestion(dimension);
    query.set('limit', String(AT_ONCE));
    if (offset > 0) query.set('offset', String(offset));
    const given = { headers: { Accept: 'text/csv' } };
    const text = await reach(`/analytics/breakdown?${query}`, given, (response) => {
      total = Number(response.headers.get('X-Total-Rows'));
      return response.text();
    });
    // The names of the columns stand once.
    parts.push(offset === 0 ? text : text.slice(text.indexOf('\n') + 1));
  }
  return new Blob(parts, { type: 'text/csv' });
}
