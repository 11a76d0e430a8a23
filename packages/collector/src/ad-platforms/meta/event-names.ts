/**
 * Events that Meta knows; every other name is one of the advertiser's own.
 * @see https://developers.facebook.com/docs/meta-pixel/reference#standard-events
 */
const STANDARD_EVENTS = [
  'AddPaymentInfo',
  'AddToCart',
  'AddToWishlist',
  'CompleteRegistration',
  'Contact',
  'CustomizeProduct',
  'Donate',
  'FindLocation',
  'InitiateCheckout',
  'Lead',
  'Purchase',
  'Schedule',
  'Search',
  'StartTrial',
  'SubmitApplication',
  'Subscribe',
  'ViewContent',
];
const MAX_NAME_CHARACTERS = 50;

/** What is wrong with the name of an event, with the fix; null where nothing is. */
export function problemOfEventName(name: string): string | null {
  if (name.length > MAX_NAME_CHARACTERS)
    return `Meta takes names of at most ${MAX_NAME_CHARACTERS} characters. Map the event type to a shorter one.`;
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
  const meant = STANDARD_EVENTS.find((standard) => plain(standard) === plain(name));
  return meant === undefined || meant === name
    ? null
    : `Meta would count ${name} as an event of your own. Its standard event is written ${meant}: map the event type to that.`;
}
