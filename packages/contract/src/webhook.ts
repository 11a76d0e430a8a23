/** The body of a webhook: of every event type it has the same shape. */
export type WebhookBody = {
  /** The event's id, `evt_<ms>_<suffix>`: the key by which a receiver knows what it has had before. */
  readonly id: string;
  readonly type: string;
  /** When the event happened: ISO 8601 in UTC. */
  readonly timestamp: string;
  /** `proj_…` */
  readonly project_id: string;
  readonly data: {
    readonly session_id: string | null;
    readonly user_id: string | null;
    readonly page_url: string | null;
    /** As they came with the event. */
    readonly properties: Readonly<Record<string, unknown>>;
    /** The touch that the event is credited to, in the words of reports: `(direct)`, `(none)`, `(not set)`. */
    readonly attribution: {
      readonly source: string;
      readonly medium: string;
      readonly campaign: string;
      readonly gclid: string | null;
    };
  };
};

/** `del_<digits>`: one delivery of one event to one endpoint, the same at each of its attempts. */
export function formatDeliveryId(id: number): string {
  return `del_${id}`;
}

/** The number in `del_<digits>`, or null when the text is no delivery id. */
export function parseDeliveryId(text: string): number | null {
  const id = Number(/^del_([1-9]\d{0,15})$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) ? id : null;
}
