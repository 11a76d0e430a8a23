import { NarrowPage } from '../../parts/narrow-page.tsx';

/** There may be no mail: a link is made by who can, and handed over. */
export default function Forgotten() {
  return (
    <NarrowPage sentence="A link lets you choose a new password." aside="Somebody makes it for you.">
      <p class="soft">Ask a superadmin, or whoever runs this collector. They make it with</p>
      <pre>
        <code>cvq user reset-link --email …</code>
      </pre>
      <p class="soft">and hand it to you. It works once, for 60 minutes.</p>
      <p>
        <a class="text-link" href="/">
          Back to signing in
        </a>
      </p>
    </NarrowPage>
  );
}
