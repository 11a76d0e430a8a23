import { domainsOf } from '../net/hosts.ts';

/** The endings that `name.*` stands for: `.com`, a country, or a country's commercial part as in `.co.uk`. */
const COUNTRY_ENDING = /\.(?:com|(?:(?:co|com|org|net|ne|or)\.)?[a-z]{2})$/;

/** Values by domain. A domain stands for its subdomains, `name.*` for that domain in every country. */
export class HostTable<Value> {
  readonly #exact = new Map<string, Value>();
  readonly #worldwide = new Map<string, Value>();

  set(pattern: string, value: Value): void {
    const [domains, domain] = pattern.endsWith('.*')
      ? [this.#worldwide, pattern.slice(0, -2)]
      : [this.#exact, pattern];
    if (domains.has(domain)) throw new Error(`${pattern} stands in a table twice`);
    domains.set(domain, value);
  }

  /** The value of the longest domain that fits; its exact form before `name.*`. */
  get(host: string): Value | undefined {
    const ending = COUNTRY_ENDING.exec(host)?.[0] ?? '';
    for (const domain of domainsOf(host)) {
      const exact = this.#exact.get(domain);
      if (exact !== undefined) return exact;
      if (ending === '' || domain.length <= ending.length) continue;
      const worldwide = this.#worldwide.get(domain.slice(0, -ending.length));
      if (worldwide !== undefined) return worldwide;
    }
    return undefined;
  }
}

/** The words of a list that is written as one text. */
export function wordsOf(text: string | undefined): string[] {
  return text ? text.split(' ') : [];
}
