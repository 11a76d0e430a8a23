import type { Reason } from './evidence.ts';

/** The SDK's sign of a page that was opened in the background: no evidence of a bot, and none of a person's pace. */
export const BACKGROUND = 'background';

const REASONS: Readonly<Record<string, Reason | null>> = {
  [BACKGROUND]: null,
  webdriver_faked: 'webdriver_faked',
  webdriver_hidden: 'webdriver_hidden',
  platform: 'platform_mismatch',
  screen: 'headless_screen',
};

/** What the signals of a page's script prove. All that have no reason of their own are traces of a driver. */
export function reasonsOfSignals(signals: readonly string[]): Reason[] {
  const found = new Set<Reason>();
  for (const signal of signals) {
    const reason = Object.hasOwn(REASONS, signal) ? REASONS[signal] : 'webdriver';
    if (reason) found.add(reason);
  }
  return [...found];
}
