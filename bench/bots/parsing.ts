import { parseClient } from '@cvq/collector/bots';
import type { Figure } from './figure.ts';
import { HINTED_SYSTEMS } from './made-up/hinted-systems.ts';
import { RARE_DEVICES } from './made-up/rare-devices.ts';
import { TELEVISIONS } from './made-up/televisions.ts';
import { atLeast, share } from './share.ts';

const typeOf = (userAgent: string) => parseClient({ userAgent }).deviceType;

/** How often systems and devices are told rightly. */
export function parsing(): Figure[] {
  const tablets = RARE_DEVICES.filter(({ kind }) => kind === 'tablet');
  const ipad =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15';
  return [
    atLeast(
      `major version of the system by hints, of ${HINTED_SYSTEMS.length}`,
      95,
      share(HINTED_SYSTEMS, ({ userAgent, hints, os, major }) => {
        const client = parseClient({ userAgent, hints });
        return client.os === os && client.osVersion?.split('.')[0] === major;
      }),
    ),
    atLeast(
      `televisions told, of ${TELEVISIONS.length}`,
      85,
      share(TELEVISIONS, (ua) => typeOf(ua) === 'tv'),
    ),
    atLeast(
      `tablets told, of ${tablets.length}`,
      85,
      share(tablets, ({ userAgent }) => typeOf(userAgent) === 'tablet'),
    ),
    atLeast(
      'iPadOS by touch points',
      100,
      share([5], (touchPoints) => parseClient({ userAgent: ipad, touchPoints }).os === 'iPadOS'),
    ),
  ];
}
