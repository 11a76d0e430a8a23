/**
 * What the browser SDK says on the console about a page's own mistakes: a code, and what it means with the way out. The
 * script carries the codes alone; the texts are served by the collector, which is asked for them in debug mode.
 */
export const SDK_WARNINGS = {
  'no-key':
    'init was called without apiKey, or the script element has no data-service-api-key and no init had come some seconds after the page had loaded. Nothing is tracked. Give the tracking key of the project, which begins with proj_. A page that calls init later, such as after an answer about consent, is tracked from then on.',
  'no-endpoint':
    'init was called without endpoint. Nothing is tracked. A module has no address of its own: give the address of your collector, such as https://cvq.example.',
  'unknown-option':
    'The script element has an attribute, or init was given an option, that the SDK does not know. It is ignored. Check its spelling against the table of options.',
  'missing-feature':
    'An option was set, but the feature that it belongs to was not imported, so it does nothing. Add the feature to the list features of init, or use sdk.js, which has all of them.',
  'not-a-number':
    'A value or a price is not a number, so the event is counted without an amount. Pass a number with a dot, such as 12.5. A text like "12,50" is not guessed at.',
  'bad-currency':
    'A currency is not a code of three letters (ISO 4217, such as EUR). The event is counted without an amount.',
  'bad-user-id':
    'identify was called with something that cannot be a user id: nothing, an object, or a text that is too long. The visitor stays without it. Call identify once you know who it is.',
  'insecure-page':
    'User data was given on a page that is not secure: plain http, or a frame in such a page. It is not sent, since anybody on the way could read it; the event is. Serve the page over https. localhost counts as secure.',
  'bad-consent':
    'A purpose of consent, or its value, is not known. A value that is not "granted" counts as denied, and a text that is not understood denies all purposes. The purposes are analytics_storage, ad_storage, ad_user_data and ad_personalization; the values granted and denied.',
  'bad-domain':
    'A value of crossDomainDomains is not a domain, so no link to it carries the visitor. Write the host alone, such as shop.example; one with other letters than a to z as browsers do, xn--….',
  'bad-selector':
    'data-service-success is not a selector that a browser understands. The event counts at once, as without the attribute. Write it as for document.querySelector, such as .thank-you.',
  'no-sdk':
    'What the visitor answered to a consent platform has reached no SDK: sdk.consent.js, or bridgeConsent without the option consent, writes it to the queue window.cvq, which nothing has read so far. Load sdk.js on the page, or give bridgeConsent the consent of @cvq/browser.',
  'no-name': 'An event was tracked without a name. It is not sent.',
  'unknown-command':
    'A command of the queue is not the name of a method. It is passed over. A command is a list: the name of a method, then its arguments; or a function.',
  'lost-value':
    'A property cannot be written as JSON: it refers to itself, is a BigInt, throws when it is read, or is an element or the window of the page. The event is sent without that property.',
  'cut-event':
    'An event was larger than a request may be (60 KB), or one of its properties held more than 20,000 values or a text of more than 8,192 characters. Its longest lists and texts lost their ends, and its property truncated names them. Send less with it.',
  'failed-before-send':
    'The function beforeSend threw, or returned something that is not an event. The event is sent as it was. Return the event, or null to drop it.',
  'wrong-endpoint':
    'The address that events are sent to does not answer as a collector does: a page, or an error of something in between. Events wait and are tried again. Check endpoint: it is the address of your collector, without /v1/events.',
  refused:
    'The collector refused events for what is in them, so they are not counted. Its answer says which field and why.',
  excluded:
    "The collector took an event that no report counts. The reason is named: foreign_host, the page is on no host of the project (cvq project update --hosts); local_page, it is on your own machine or network, and the project's domain is not; bot, the browser is taken for a program; user_update, as it should be, the event only says who a user is; repeated_order, another event reports the same order and is its sale; removed_order, the order was removed.",
  'queue-full':
    'More events wait than may be kept, so the oldest were dropped, those of conversions last. The collector cannot be reached for long, or a loop tracks without end.',
} as const satisfies Record<string, string>;

/** The code of a page's own mistake. */
export type SdkWarning = keyof typeof SDK_WARNINGS;
