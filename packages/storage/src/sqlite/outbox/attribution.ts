import type { WebhookBody } from '@cvq/contract';
import { ATTRIBUTION_WINDOW_MS } from '@cvq/contract/constants';
import type { EventRecord } from '../../event-record.ts';
import { ATTRIBUTED_TOUCH } from '../attributed-touch.ts';
import type { Connection } from '../open-database.ts';
import type { ConversionCode } from '../order-book.ts';
import { BOT, type BotCode } from '../row-codes.ts';

type Attribution = WebhookBody['data']['attribution'];

/** Who the visitor of the event may be: of its session, its own, or anyone identified as its user. */
const VISITORS = `
  SELECT coalesce(sessions.visitor, counted.visitor)
  UNION ALL
  SELECT linked.visitor FROM user_visitors linked
  WHERE sessions.visitor IS NULL AND counted.origin = 1
    AND linked.project = counted.project AND linked.user = counted.user`;

const SELECT = `
  SELECT
    found.conversion, found.bot, found.click_ids AS clickIds,
    (SELECT value FROM strings WHERE id = touches.source) AS source,
    (SELECT value FROM strings WHERE id = touches.medium) AS medium,
    (SELECT value FROM strings WHERE id = touches.campaign) AS campaign
  FROM (
    SELECT counted.conversion, coalesce(sessions.bot, ${BOT.none}) AS bot, ${ATTRIBUTED_TOUCH} AS touch,
      (SELECT earlier.click_ids FROM sessions earlier
        WHERE earlier.visitor IN (${VISITORS}) AND earlier.touch = ${ATTRIBUTED_TOUCH}
          AND earlier.first_at <= counted.at AND earlier.first_at >= counted.at - ${ATTRIBUTION_WINDOW_MS}
          AND earlier.bot = ${BOT.none}
        ORDER BY earlier.first_at DESC LIMIT 1) AS click_ids
    FROM events counted LEFT JOIN sessions ON sessions.id = counted.session
    WHERE counted.project = (SELECT id FROM projects WHERE key = ?) AND counted.ms = ? AND counted.suffix = ?
  ) found LEFT JOIN touches ON touches.id = found.touch`;

type Row = {
  readonly conversion: ConversionCode;
  readonly bot: BotCode;
  readonly clickIds: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
};

type Findings = {
  readonly conversion: ConversionCode;
  /** Whether the session is a bot's, whatever this event looked like. */
  readonly bot: BotCode;
  readonly attribution: Attribution;
};

/** Finds what a stored event is credited to, as reports do, and whether it is a sale that counts. */
export function createAttributionFinder(db: Connection) {
  const select = db.prepare(SELECT);
  return (event: EventRecord): Findings => {
    const { ms, suffix } = event.id;
    const row = select.get(event.project, ms, suffix) as Row;
    const { conversion, bot, clickIds, source, medium, campaign } = row;
    return {
      conversion,
      bot,
      attribution: {
        source: source ?? '(direct)',
        medium: medium ?? '(none)',
        campaign: campaign ?? '(not set)',
        gclid: gclidOf(event, clickIds),
      },
    };
  };
}

/** A backend that names the click itself knows best; else it is that of the visit which is credited. */
function gclidOf({ origin, touch, clickIds }: EventRecord, ofVisit: string | null): string | null {
  const ownIsCredited = ofVisit === null || (origin === 'server' && touch?.isTouch === true);
  const credited = ownIsCredited ? clickIds : (JSON.parse(ofVisit) as Record<string, string>);
  return credited?.gclid ?? null;
}
