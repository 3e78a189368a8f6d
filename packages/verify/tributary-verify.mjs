#!/usr/bin/env node
// npx tributary-verify FILE [OLDER] [--keys KEYS.json]: checks a statement on this machine alone; nothing is sent anywhere.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkStatement } from './check.mjs';
import { languageNamed, sentenceOf, wordsOf } from './words.mjs';

const USAGE = `Usage: tributary-verify FILE [OLDER] [--keys KEYS.json]

FILE    a signed statement, as it was downloaded
OLDER   an older one of the same account: proves that nothing before was changed or dropped
KEYS    the workspace's keys, from /.well-known/tributary-keys.json`;

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function run() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: 'string' } } });
  const [file, older, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(USAGE);
  const language = languageNamed(process.env.LC_ALL || process.env.LANG || 'en');
  const words = wordsOf(language);
  const { isGood, steps } = await checkStatement(readJson(file), {
    older: older === undefined ? undefined : readJson(older),
    keys: values.keys === undefined ? undefined : readJson(values.keys),
  });
  const marks = { good: '✓', bad: '✗', unknown: '?' };
  for (const step of steps) process.stdout.write(`${marks[step.result]} ${sentenceOf(step, language)}\n`);
  process.stdout.write(`\n${isGood ? words.verdictGood : words.verdictBad}\n`);
  process.exitCode = isGood ? 0 : 1;
}

run().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
