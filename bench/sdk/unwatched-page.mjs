/**
 * Opens an empty page for a new visitor that nobody watches. A page of Playwright's own tells it of every request and of
 * every use of a cookie, each with a stack: milliseconds that no visitor pays.
 */
export async function openUnwatchedPage(browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devtools.send('Target.createBrowserContext');
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: false });
  let id = 0;
  const tell = (method, params) => {
    const message = JSON.stringify({ id: ++id, method, params });
    return devtools.send('Target.sendMessageToTarget', { sessionId, message });
  };
  return {
    slowDown: (rate) => tell('Emulation.setCPUThrottlingRate', { rate }),
    open: (url) => tell('Page.navigate', { url }),
    async close() {
      await devtools.send('Target.disposeBrowserContext', { browserContextId });
      await devtools.detach();
    },
  };
}
