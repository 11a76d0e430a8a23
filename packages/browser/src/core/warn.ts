import type { SdkWarning } from '@cvq/contract';
import { docsAddress } from './docs-address.ts';
import { isDebugging } from './log.ts';

const said: Record<string, true> = Object.create(null);
let texts: Promise<Record<string, string>> | undefined;

/** What a warning means, in a sentence. Asked for in debug mode alone, so that no visitor loads the texts. */
function explain(code: SdkWarning): void {
  texts = texts || fetch(`${docsAddress}/sdk.warnings.json`).then((response) => response.json());
  // biome-ignore lint/suspicious/noConsole: the sentence for a warning, in debug mode
  texts.then((meanings) => console.warn(`[cvq] ${code}: ${meanings[code]}`)).catch(() => {});
}

/**
 * Names a mistake of the page on the console, once for each subject, such as the name of a property; in debug mode each
 * time, with what it means. What the codes mean stands in the contract and at `/docs/sdk` of the collector.
 */
export function warn(code: SdkWarning, subject: unknown = '', ...more: unknown[]): void {
  // A page may have replaced the console, or what it says, with something that throws.
  try {
    const mistake = `${code} ${subject}`.trim();
    const isNew = !said[mistake];
    if (!isNew && !isDebugging) return;
    said[mistake] = true;
    // biome-ignore lint/suspicious/noConsole: mistakes that lose data in silence are named to everybody
    console.warn(`[cvq] ${mistake}`, ...more, `${docsAddress}/docs/sdk#${code}`);
    if (isNew && isDebugging) explain(code);
  } catch {}
}
