type Text = string | null;

/**
 * An event of a backend, as `POST /v1/track` takes it. What is null or left out is not known; fields that cvq does not
 * know are kept in `properties`, `items` and `context`.
 */
export type ServerEvent = {
  /** 1 to 128 characters. `purchase`, `lead`, `signup`, `subscription` and `download` are conversions. */
  readonly event_type: string;
  /** ISO 8601. Without one it is made before the first attempt. */
  readonly timestamp?: Text;
  /** The session of the browser: what `Service.getSessionId()` of the SDK gives. */
  readonly session_id?: Text;
  /** Your own id of the user. */
  readonly user_id?: Text;
  readonly properties?: {
    readonly order_id?: Text;
    /** In major units: 129.9 is 129 euros and 90 cents. */
    readonly value?: number | null;
    /** ISO 4217; the currency of the project, unless told otherwise. */
    readonly currency?: Text;
    readonly items?:
      | readonly {
          readonly sku: string;
          readonly name?: Text;
          readonly price?: number | null;
          readonly quantity?: number | null;
          readonly [field: string]: unknown;
        }[]
      | null;
    readonly [property: string]: unknown;
  } | null;
  /** What ad platforms find a person by, hashed on arrival: the collector stores none of it in the clear. */
  readonly user_data?: {
    readonly email?: Text;
    readonly phone?: Text;
    readonly first_name?: Text;
    readonly last_name?: Text;
    readonly city?: Text;
    readonly state?: Text;
    readonly postal_code?: Text;
    readonly country?: Text;
  } | null;
  /** What you know of the visitor's own request: that of your server tells nothing of them. */
  readonly context?: {
    readonly ip?: Text;
    readonly user_agent?: Text;
    readonly page_url?: Text;
    readonly referrer?: Text;
    readonly gclid?: Text;
    readonly fbclid?: Text;
    readonly msclkid?: Text;
    readonly session_id?: Text;
    readonly [field: string]: unknown;
  } | null;
  /** What the visitor allows: `{ ad_storage: 'denied' }`. */
  readonly consent?: Readonly<Record<string, 'granted' | 'denied'>> | null;
  /** `evt_<13 digits>_<1 to 32 letters or digits>`. Without one it is made before the first attempt. */
  readonly event_id?: Text;
};
