import { escapeHtml, htmlPage } from './html.ts';

/** Why nobody can sign in at this address; null where people can. */
type Why = string | null;

const EMAIL = '<label>E-mail <input name="email" type="email" autocomplete="username" required></label>';
const NAME = '<label>Name <input name="name" autocomplete="name" required></label>';
const NEW_PASSWORD =
  '<label>Password <input name="password" type="password" autocomplete="new-password" minlength="10" required></label>\n<p class="muted">At least 10 characters.</p>';

type Form = {
  readonly sentence: string;
  /** Where its fields are posted as JSON, below the dashboard API. */
  readonly post: string;
  readonly fields: string;
  readonly button: string;
  /** For the script: the token of a link goes with the fields. */
  readonly flags?: string;
};

/** One narrow column: the sentence, the fields. `sign-in.js` posts it. */
function formPage({ sentence, post, fields, button, flags = '' }: Form): (why: Why) => string {
  return (why) =>
    htmlPage(
      'cvq',
      `<div class="narrow"><h1>${sentence}</h1>
<p role="alert">${why === null ? '' : escapeHtml(why)}</p>
<noscript><p>This page needs JavaScript.</p></noscript>
<form data-post="${post}" ${flags}>
${fields}
<button>${button}</button>
</form></div>
<script type="module" src="/sign-in.js"></script>`,
    );
}

export const signInPage = formPage({
  sentence: 'Sign in to see your figures.',
  post: '/sign-in',
  fields: `${EMAIL}
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<p class="muted">Forgotten? Whoever runs this collector makes a link: <code>cvq user reset-link --email …</code></p>`,
  button: 'Sign in',
  flags: 'data-stay',
});

/** The pages that links lead to, by their paths. */
export const LINK_PAGES: Readonly<Record<string, (why: Why) => string>> = {
  '/setup': formPage({
    sentence: 'Set up cvq. You are the first.',
    post: '/set-up',
    fields: `${NAME}\n${EMAIL}\n${NEW_PASSWORD}`,
    button: 'Begin',
    flags: 'data-token',
  }),
  '/open-demo': formPage({
    sentence: 'The demo opens.',
    post: '/open-demo',
    fields: '',
    button: 'Open it',
    flags: 'data-token data-at-once',
  }),
  '/invitation': formPage({
    sentence: 'You are invited.',
    post: '/invitations/redeem',
    fields: `<p data-about></p>\n<div data-new>${NAME}\n${NEW_PASSWORD}</div>`,
    button: 'Accept',
    flags: 'data-token data-invitation',
  }),
  '/reset': formPage({
    sentence: 'Choose a new password.',
    post: '/resets/redeem',
    fields: NEW_PASSWORD,
    button: 'Save and sign in',
    flags: 'data-token',
  }),
};
