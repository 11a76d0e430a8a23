import { effect } from '@preact/signals';
import { render } from 'preact';
import { rememberView } from './address/remembered.ts';
import { App } from './app.tsx';
import { overview } from './ask/overview.ts';
import { listenToKeys } from './keyboard/listen.ts';
import { nameTab } from './parts/page-title.ts';
import { writing } from './words/writing.ts';
import './style/index.css';

effect(() => {
  const meta = overview.answer.value?.meta;
  if (meta) writing.value = { ...writing.peek(), currency: meta.currency, timeZone: meta.timezone };
});

nameTab();
listenToKeys();
rememberView();

const root = document.getElementById('app');
if (root) render(<App />, root);

// What keeps the figure of the bar fresh is loaded after the first figures.
setTimeout(() => import('./ask/follow-live-visitors.ts'), 2000);
