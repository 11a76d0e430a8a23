import type { BotsResponse } from '@cvq/contract';
import { useEffect } from 'preact/hooks';
import { addressOf, state } from '../address/location.ts';
import { bots } from '../ask/bots.ts';
import { botWords } from '../figures/bot-words.ts';
import { periodWords } from '../figures/period-words.ts';
import { Problem } from '../parts/problem.tsx';
import { botsSentence } from '../words/bots-sentence.ts';
import { writing } from '../words/writing.ts';
import { BotChips } from './bots/bot-chips.tsx';
import { BotFigure } from './bots/bot-figure.tsx';
import { BotPanel } from './bots/bot-panel.tsx';
import { BotRules } from './bots/bot-rules.tsx';
import { NetworkAge } from './bots/network-age.tsx';
import '../style/bots.css';

/** Which programs came, how they were found, and what they read; beside the people whom reports count. */
export default function Bots() {
  const answer = bots.answer.value;
  const isStale = bots.isStale.value;
  return (
    <main id="main" class={`page bots ${isStale ? 'stale' : ''}`} aria-busy={isStale}>
      {bots.problem.value && <Problem of={bots.problem.value} isAlone={!answer} onRetry={bots.retry} />}
      {isStale && <div class="waiting" aria-hidden="true" />}
      {answer && <Answered answer={answer} />}
    </main>
  );
}

function Answered({ answer }: { readonly answer: BotsResponse }) {
  const { meta, series, breakdowns = [], total_bot_requests: total, people_requests: people = 0 } = answer;
  useEffect(() => {
    if (meta) writing.value = { ...writing.peek(), currency: meta.currency, timeZone: meta.timezone };
  }, [meta]);
  if (!meta || !series) return null;
  const { lead, aside } = botsSentence(factsOf(answer, meta), writing.value);
  return (
    <>
      <h1 class="sentence" tabIndex={-1}>
        {lead} <span class="aside">{aside}</span>
      </h1>
      <BotChips />
      {total + people > 0 && <BotFigure series={series} meta={meta} />}
      <div class="panels">
        {breakdowns.map((breakdown) => (
          <BotPanel key={breakdown.dimension} breakdown={breakdown} total={total} partial={series.partial} />
        ))}
      </div>
      <p class="all-traffic">
        <a class="text-link" href={addressOf('overview', { bots: 'included' })}>
          See the Overview with bots included
        </a>{' '}
        <kbd>i</kbd>
      </p>
      <BotRules />
      <NetworkAge />
    </>
  );
}

function factsOf(answer: BotsResponse, meta: NonNullable<BotsResponse['meta']>) {
  const { breakdowns = [], total_bot_requests, people_requests = 0 } = answer;
  const first = (dimension: 'category' | 'name') => {
    const row = breakdowns.find((breakdown) => breakdown.dimension === dimension)?.rows[0];
    return row ? { name: botWords(dimension, row.value), requests: row.bot_requests } : null;
  };
  const { bot, filters, segment } = state.value;
  return {
    period: periodWords(meta),
    bots: total_bot_requests,
    people: people_requests,
    category: first('category'),
    bot: first('name'),
    isNarrowed: Object.values(bot).some(Boolean) || filters.length > 0 || segment !== null,
  };
}
