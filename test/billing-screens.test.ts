// A role that opens billing and payouts and nothing else works on every screen of theirs: none of them calls a route of another
// section. What leads elsewhere is shown by `may` alone.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RouteSpec, routes } from '@tributary/contract';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/lib/root.mjs';

const folders = ['payouts', 'advertiser-billing', 'billing'];
const open = ['billing', 'payouts', 'self'];
const files = folders.flatMap((folder) =>
  readdirSync(inRoot(`packages/web/admin/${folder}`), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join('packages/web/admin', folder, file)),
);
const all: Record<string, RouteSpec | undefined> = routes;

/** by the names under which they are declared; in a question of `may` nothing is called */
function calledIn(file: string): string[] {
  const text = readFileSync(inRoot(file), 'utf8').replaceAll(/[mM]ay(?:\(\))?\(\w+Routes\.\w+\)/g, '');
  return [...text.matchAll(/\b\w*[rR]outes\.(\w+)/g)].map(([, name = '']) => name).filter((name) => all[name]);
}

test('they call routes of their own sections', () => {
  const called = files.flatMap((file) => calledIn(file).map((name) => ({ file, name })));
  expect(called.length).toBeGreaterThan(60);
  const others = called.filter(({ name }) => {
    const access = all[name]?.access;
    return access?.who !== 'session' || !open.includes(access.section ?? '');
  });
  expect(others).toEqual([]);
});

test('nor do their pickers: those of the kit ask the section of offers', () => {
  expect(files.filter((file) => /\b(?:loadChoices|namedFilter)\b/.test(readFileSync(inRoot(file), 'utf8')))).toEqual(
    [],
  );
});
