import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';

/** A person at a real browser, who has signed in. */
export type PersonAtBrowser = {
  /** Opens what an application asks for, looks at who asks, and decides on all of it: the page must say `from`. */
  decide(address: string, decision: 'Let it in' | 'Refuse', from: string): Promise<void>;
  /** Revokes the one application that is connected, in the settings. */
  revoke(settings: string, name: string): Promise<void>;
};

/** `password`: given again where the collector asks for it, since what writes is let in. */
export function personAt(browser: BrowserContext, password: string): PersonAtBrowser {
  return {
    async decide(address, decision, from) {
      const page = await browser.newPage();
      await page.goto(address);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      assert.match((await heading.textContent()) ?? '', /asks to see your figures/);
      assert.ok((await page.getByRole('main').textContent())?.includes(from), `the page says ${from}`);
      await page.getByRole('checkbox', { name: 'As a superadmin' }).check();
      for (const write of await page.getByRole('checkbox', { name: /:write/ }).all()) {
        assert.equal(await write.isChecked(), false, 'what writes is not chosen');
        await write.check();
      }
      await page.getByRole('button', { name: decision }).click();
      const isGone = page.waitForURL((url) => url.href !== address);
      const again = page.getByRole('dialog', { name: 'Give your password again.' });
      if (await Promise.race([isGone.then(() => false), again.waitFor().then(() => true)])) {
        await again.getByLabel('Password').fill(password);
        await page.keyboard.press('Enter');
      }
      await isGone;
      await page.close();
    },
    async revoke(settings, name) {
      const page = await browser.newPage();
      await page.goto(settings);
      await page.getByRole('list', { name: 'Connected applications' }).getByRole('button').click();
      await page.getByRole('dialog').getByRole('textbox').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText('No application is connected.').waitFor();
      await page.close();
    },
  };
}
