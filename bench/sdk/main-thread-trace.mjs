import { once } from 'node:events';

const CATEGORIES = ['devtools.timeline', 'v8', 'toplevel', 'scheduler'];
/**
 * What a trace calls script. Microtasks belong to it: a tracker that sends after an `await` does so in one, and the
 * metric `ScriptDuration` leaves them out.
 */
const SCRIPT =
  /^(EvaluateScript|FunctionCall|TimerFire|FireIdleCallback|EventDispatch|RunMicrotasks|BlinkScheduler_PerformMicrotaskCheckpoint|v8\.(compile|run|callFunction|compileModule|evaluateModule))$/;
const TASK = /RunTask$/;
const REQUEST = 'ResourceSendRequest';

/** Traces the main thread of the page at an address; what it returns ends the trace and says what was found. */
export async function traceMainThread(browser, address) {
  const devtools = await browser.newBrowserCDPSession();
  const events = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: CATEGORIES };
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  return async () => {
    const complete = once(devtools, 'Tracing.tracingComplete');
    await devtools.send('Tracing.end');
    await complete;
    await devtools.detach();
    return summary(events, address);
  };
}

/** In milliseconds of processor time, which other work on the machine does not lengthen. */
function summary(events, address) {
  const isPage = ({ name, args }) => name === 'ParseHTML' && JSON.stringify(args).includes(address);
  const { pid, tid } = events.find(isPage);
  const onMain = events.filter((event) => event.pid === pid && event.tid === tid);
  const own = onMain.filter(({ ph }) => ph === 'X');
  const script = outermost(own.filter(({ name }) => SCRIPT.test(name)));
  // A page without a tracker sends nothing.
  const { ts: sentAt = Infinity } =
    onMain.find(({ name, args }) => name === REQUEST && args.data.url.startsWith(`${address}/in`)) ?? {};
  return {
    untilSent: script.filter(({ ts }) => ts < sentAt).reduce(add, 0),
    untilQuiet: script.reduce(add, 0),
    tasks: own.filter(({ name }) => TASK.test(name)).map(processorMs),
  };
}

/** What is within another is a part of it. */
function outermost(events) {
  let end = 0;
  const isOutside = ({ ts, dur }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  };
  return events.sort((one, other) => one.ts - other.ts || other.dur - one.dur).filter(isOutside);
}

function add(sum, event) {
  return sum + processorMs(event);
}

function processorMs({ tdur = 0 }) {
  return tdur / 1_000;
}
