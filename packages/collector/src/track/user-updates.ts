/** Events of these types carry user data and are no events of the site: they count nowhere. */
export const USER_UPDATES: ReadonlySet<string> = new Set(['identify', 'enhance']);
