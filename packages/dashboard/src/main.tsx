import { effect } from '@preact/signals';
import { render } from 'preact';
import { rememberView } from './address/remembered.ts';
import { App } from './app.tsx';
import { areFirstFiguresShown } from './ask/first-figures.ts';
import { overview } from './ask/overview.ts';
import { writing } from './words/writing.ts';
import './style/index.css';

effect(() => {
  const meta = overview.answer.value?.meta;
  if (meta) writing.value = { ...writing.peek(), currency: meta.currency, timeZone: meta.timezone };
});

rememberView();

// What keys do is loaded after the first figures; those that were pressed before are not lost. What is typed in a field
// is not kept.
const early: KeyboardEvent[] = [];
const keep = (event: KeyboardEvent) => {
  if (event.target === document.body) early.push(event);
};
addEventListener('keydown', keep);
effect(() => {
  if (!areFirstFiguresShown.value) return;
  // What keeps the figure of the bar fresh can wait longer than the others.
  setTimeout(() => import('./ask/follow-live-visitors.ts'), 2000);
  void import('./later.ts').then(({ listenToKeys }) => {
    removeEventListener('keydown', keep);
    listenToKeys(early);
  });
});

// Few need it: the colours of their system in place of ours.
if (matchMedia('(forced-colors: active)').matches) void import('./parts/forced-colors.ts');

const root = document.getElementById('app');
if (root) render(<App />, root);
