import type { CalendarDays, CountedSpend, SpendLine, SpendReplaced, SpendRow } from '@cvq/storage';

type Day = {
  readonly date: string;
  readonly platform: string;
  readonly isFile: boolean;
  rows: readonly SpendRow[];
};

/** Spend of one project, as the rules say it in the plainest way: what each source says of each of its days. */
export class NaiveSpend {
  #days: Day[] = [];

  replace(platform: string, days: CalendarDays, rows: readonly SpendRow[]): SpendReplaced {
    const dates = [];
    for (let at = Date.parse(days.first); at <= Date.parse(days.last); at += 86_400_000)
      dates.push(new Date(at).toISOString().slice(0, 10));
    const said = dates.map((date) => ({
      ...{ date, platform, isFile: false },
      rows: rows.filter((row, index) => row.date === date && !rows.slice(index + 1).some(isSame(row))),
    }));
    return this.#put(said);
  }

  /** Null where a line repeats another. */
  importFile(lines: readonly SpendLine[]): SpendReplaced | null {
    if (
      lines.some((line, index) =>
        lines.slice(0, index).some((other) => isSame(line)(other) && other.platform === line.platform),
      )
    )
      return null;
    const named = [...new Set(lines.map(({ platform, date }) => `${platform} ${date}`))];
    const said = named.map((name) => {
      const [platform = '', date = ''] = name.split(' ');
      const rows = lines.filter((line) => line.platform === platform && line.date === date);
      return { date, platform, isFile: true, rows };
    });
    const replaced = this.#put(said);
    return {
      ...replaced,
      superseded: said.flatMap((day) => day.rows.filter((row) => this.#isSuperseded(day, row))).length,
    };
  }

  /** How many rows there were. */
  remove(platform: string, isFile: boolean): number {
    const gone = this.#days.filter((day) => day.platform === platform && day.isFile === isFile);
    this.#days = this.#days.filter((day) => !gone.includes(day));
    return gone.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  counted({ first, last }: CalendarDays): CountedSpend[] {
    const within = this.#days.filter(({ date }) => date >= first && date <= last);
    return within.flatMap((day) =>
      day.rows
        .filter((row) => !this.#isSuperseded(day, row))
        .map(({ date, campaignId, campaign, micros, currency, impressions, clicks }) => ({
          ...{ date, campaignId, campaign, micros, currency, impressions, clicks },
          ...{ platform: day.platform, account: day.isFile ? '' : day.platform },
        })),
    );
  }

  read({ first, last }: CalendarDays): string[] {
    const within = this.#days.filter(({ date }) => date >= first && date <= last);
    return within.map(({ date, platform, isFile }) => `${date} ${platform} ${isFile ? 'file' : 'asked'}`);
  }

  #put(said: readonly Day[]): SpendReplaced {
    const isTold = (day: Day) => (other: Day) =>
      other.date === day.date && other.platform === day.platform && other.isFile === day.isFile;
    const before = this.#days.filter((day) => said.some(isTold(day)));
    const gone = before.flatMap((day) => {
      const now = said.find(isTold(day))?.rows ?? [];
      return day.rows.filter((row) => !now.some(isSame(row)));
    });
    this.#days = [...this.#days.filter((day) => !before.includes(day)), ...said];
    return { stored: said.flatMap(({ rows }) => rows).length, removed: gone.length, superseded: 0 };
  }

  #isSuperseded({ platform, isFile }: Day, row: SpendRow): boolean {
    return (
      isFile &&
      this.#days.some((day) => !day.isFile && day.platform === platform && day.rows.some(isSame(row)))
    );
  }
}

const isSame = (row: SpendRow) => (other: SpendRow) =>
  other.date === row.date && other.campaignId === row.campaignId;
