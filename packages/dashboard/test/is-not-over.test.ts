import { describe, expect, it } from 'vitest';
import { isNotOver } from '../src/figures/is-not-over.ts';

describe('the last day of a period', () => {
  it('is over by the clock of the project, not by that of Greenwich', () => {
    const answer = (end_date: string, generated_at: string, timezone: string) =>
      isNotOver({ end_date, generated_at, timezone });
    expect(answer('2026-11-30', '2026-11-30T12:00:00.000Z', 'UTC')).toBe(true);
    expect(answer('2026-11-29', '2026-11-30T00:00:00.000Z', 'UTC')).toBe(false);
    expect(answer('2026-11-29', '2026-11-30T03:00:00.000Z', 'America/New_York')).toBe(true);
    expect(answer('2026-11-30', '2026-11-30T16:00:00.000Z', 'Asia/Tokyo')).toBe(false);
  });
});
