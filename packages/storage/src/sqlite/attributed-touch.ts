import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract/constants';
import { BOT } from './row-codes.ts';

/** How an event's session came about, even where that is not known; an event of none that has started: its own. */
const TOUCH_OF_EVENT = 'CASE WHEN sessions.first_at IS NULL THEN counted.touch ELSE sessions.touch END';

/**
 * The touch that a conversion `counted` is attributed to: the one that it brings itself when a backend sent it
 * (a click id in its context), else the last session of its visitor that was a touch, up to 90 days before.
 * A backend's conversion without a known session is its user's: any visitor who was identified as that user.
 * What a bot came by is no touch of anyone. Found when it is asked for, so that it cannot depend on the order of arrival. `sessions` is its session.
 */
export const ATTRIBUTED_TOUCH = `
  coalesce(
    (SELECT id FROM touches own WHERE own.id = counted.touch AND own.is_touch = 1 AND counted.origin = 1),
    (SELECT earlier.touch FROM sessions earlier
      WHERE earlier.visitor IN (
          SELECT coalesce(sessions.visitor, counted.visitor)
          UNION ALL
          SELECT linked.visitor FROM user_visitors linked
          WHERE sessions.visitor IS NULL AND counted.origin = 1
            AND linked.project = counted.project AND linked.user = counted.user
        )
        AND earlier.is_touch = 1 AND earlier.bot = ${BOT.none}
        AND earlier.first_at <= counted.at AND earlier.first_at >= counted.at - ${ATTRIBUTION_WINDOW_MS}
      ORDER BY earlier.first_at DESC, earlier.first_ms DESC, earlier.first_suffix DESC
      LIMIT 1),
    ${TOUCH_OF_EVENT}
  )`;
