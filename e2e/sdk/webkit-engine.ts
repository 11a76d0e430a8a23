import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/builders/free-port.ts';
import type { Engine, Visitor } from './engine.ts';

export type WebKitFiles = { readonly driver: string; readonly browser: string; readonly display: string };

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

/** WebKitGTK's own small browser, driven by its own driver (https://www.w3.org/TR/webdriver2/) on a display that nobody sees. */
export async function launchWebKit(files: WebKitFiles): Promise<Engine> {
  const display = await startDisplay(files.display);
  const port = await freePort();
  const driver = spawn(files.driver, ['-p', String(port)], {
    env: { ...process.env, ...onDisplay(display.name) },
    stdio: 'ignore',
  });
  const close = async () => {
    await Promise.all([end(driver), end(display.process)]);
  };
  try {
    const ask = asking(`http://127.0.0.1:${port}`);
    await untilReady(ask);
    const { id, version } = await openSession(ask, files.browser);
    await ask('DELETE', `/session/${id}`);
    return { name: 'webkit', version, close, arrive: () => arrive(ask, files.browser) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function arrive(ask: Ask, browser: string): Promise<Visitor> {
  const { id } = await openSession(ask, browser);
  const session = `/session/${id}`;
  await ask('POST', `${session}/timeouts`, { pageLoad: 20_000, script: 10_000 });
  const run = (statements: string) =>
    ask('POST', `${session}/execute/sync`, { script: statements, args: [] });
  return {
    open: async (address) => void (await ask('POST', `${session}/url`, { url: address })),
    async openTab(address) {
      const first = await ask('GET', `${session}/window`);
      const { handle } = (await ask('POST', `${session}/window/new`, { type: 'tab' })) as { handle: string };
      await ask('POST', `${session}/window`, { handle });
      await ask('POST', `${session}/url`, { url: address });
      await ask('POST', `${session}/window`, { handle: first });
    },
    run,
    runAndGo: (statements) => run(statements).then(ignore, ignore),
    setOffline: () => Promise.reject(new Error('WebKitWebDriver has no command for the network.')),
    // The driver's own command waits for ever for the load of a page that was kept.
    back: async () => void (await run('setTimeout(() => history.back());')),
    async leave() {
      await ask('DELETE', `${session}/window`).catch(() => undefined);
      await ask('DELETE', session).catch(() => undefined);
    },
  };
}

async function openSession(ask: Ask, browser: string): Promise<{ id: string; version: string }> {
  const options = { binary: browser, args: ['--automation'] };
  const answer = (await ask('POST', '/session', {
    // It waits for the whole load: its driver never answers what is asked of a page that is still loading.
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options, pageLoadStrategy: 'normal' } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  return { id: answer.sessionId, version: answer.capabilities.browserVersion };
}

function asking(driver: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(driver + path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (value?.error) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
    return value;
  };
}

async function untilReady(ask: Ask): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await ask('GET', '/status');
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await pause(50);
    }
  }
}

/** The display server names a display that is free. */
async function startDisplay(file: string): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn(file, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [chunk] = await Promise.race([
    once(child.stdio[3] as Readable, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('Xvfb did not start.'))),
  ]);
  return { name: `:${String(chunk).trim()}`, process: child };
}

function onDisplay(name: string): NodeJS.ProcessEnv {
  return {
    DISPLAY: name,
    GDK_BACKEND: 'x11',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
    GTK_A11Y: 'none',
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function ignore(): void {}
