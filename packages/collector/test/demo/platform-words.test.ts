import { AD_PLATFORMS, type AdPlatform } from '@cvq/contract';
import { expect, it } from 'vitest';
import {
  OUTCOMES_OF_GOOGLE,
  REFUSALS_OF_GOOGLE,
  STATUSES_OF_GOOGLE,
} from '../../src/ad-platforms/google/error-codes.ts';
import { CODES_OF_META } from '../../src/ad-platforms/meta/error-codes.ts';
import { classOfSymbol } from '../../src/ad-platforms/microsoft/error-codes.ts';
import { PLATFORM_WORDS } from '../../src/demo/platform-words.ts';

/** What the adapters of the product make of a code. */
const CLASS_OF: Readonly<Record<AdPlatform, (code: string) => string | undefined>> = {
  google_ads: (code) => ({ ...STATUSES_OF_GOOGLE, ...REFUSALS_OF_GOOGLE, ...OUTCOMES_OF_GOOGLE })[code],
  meta_ads: (code) => CODES_OF_META[code],
  microsoft_ads: classOfSymbol,
};
/** Words of no error: a status of requests, and a line of a report. */
const NO_ERRORS = ['PROCESSING', 'NoMatchingClickFound'];

it.each(AD_PLATFORMS)(
  'the demo speaks of %s in codes that its adapter understands as they are meant',
  (platform) => {
    const { sent, verdict } = PLATFORM_WORDS[platform];
    const told = [...Object.entries(sent), ...Object.entries(verdict)].flatMap(([meant, { code }]) =>
      code === null || NO_ERRORS.includes(code) ? [] : [[code, meant]],
    );
    expect(told.length).toBeGreaterThan(4);
    expect(told.map(([code = '']) => [code, CLASS_OF[platform](code)])).toEqual(told);
  },
);
