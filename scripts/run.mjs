import { spawn } from 'node:child_process';
import os from 'node:os';
import { createInterface } from 'node:readline';

/**
 * Runs a program to its end and resolves to its exit code. By default it shares this terminal; signals that
 * reach this process are passed on, so that whoever stops the outermost process stops the innermost one too.
 */
export function run(command, args, options = {}) {
  return endOf(spawn(command, args, { stdio: 'inherit', ...options }));
}

function endOf(child, stopForwarding = forwardSignals(child)) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]));
  }).finally(stopForwarding);
}

/**
 * As `run`, with its name before each line that it prints: several may run and print beside each other. All that it starts
 * ends with it, and with this process: it is a group of processes, where the system has such.
 */
export function runNamed(name, command, args, options = {}) {
  const child = spawn(command, args, { ...options, detached: HAS_GROUPS, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') process.stdout.write(`${name} | ${line}\n`);
    });
  const endGroup = () => signalGroup(child, 'SIGKILL');
  process.once('exit', endGroup);
  // What a test left behind may hold the output open, which is waited for.
  child.once('exit', endGroup);
  return endOf(
    child,
    forward((signal) => signalGroup(child, signal)),
  ).finally(() => process.off('exit', endGroup));
}

const HAS_GROUPS = process.platform !== 'win32';

function signalGroup(child, signal) {
  if (!HAS_GROUPS) return child.kill(signal);
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing of it is left, or it could not be started.
  }
}

/** Runs a program and resolves to `{ code, stdout, stderr }`, for output that is read rather than shown. */
export function capture(command, args, options = {}) {
  return captured(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options }));
}

/** As `capture`, for a program that gives way to the others. */
export function captureInBackground(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  return captured(child);
}

async function captured(child) {
  const stopForwarding = forwardSignals(child);
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    exitCodeOf(child),
  ]).finally(stopForwarding);
  return { code, stdout, stderr };
}

/** The exit code, or -1 for a program that could not be started at all. */
function exitCodeOf(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(-1));
    child.once('close', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)));
  });
}

async function textOf(stream) {
  let text = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) text += chunk;
  return text;
}

function forwardSignals(child) {
  return forward((signal) => {
    // Ctrl-C reaches every process of the terminal by itself: a second SIGINT would look like impatience.
    if (signal === 'SIGINT' && onTerminal()) return;
    child.kill(signal);
  });
}

/** Calls `send` with each signal that is to end this process; gives what stops that. */
function forward(send) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, send);
  return () => {
    for (const signal of signals) process.off(signal, send);
  };
}

function onTerminal() {
  return Boolean(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY);
}

/** For the outermost script: a failure that it explains itself needs no stack trace. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
