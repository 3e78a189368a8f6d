// Every path into a portal that a notice, a mail or a screen names leads to a screen of that portal. (The side menus also
// name screens that are yet to come.)
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/lib/root.mjs';

const surfaces = { am: 'admin', publisher: 'publisher', advertiser: 'advertiser' } as const;

const screens = Object.entries(surfaces).flatMap(([base, surface]) => {
  const text = readFileSync(inRoot(`packages/web/${surface}/surface.tsx`), 'utf8');
  const paths = [...text.matchAll(/^ {4}'?([\w/:-]+)'?: lazy\(/gm)].map(([, found]) => `/${base}/${found}`);
  expect(paths.length, surface).toBeGreaterThan(5);
  return paths.map((screen) => new RegExp(`^${screen.replace(/:\w+/g, '[^/]+')}$`));
});

const sources = ['packages/server', 'packages/web', 'packages/contract'].flatMap((folder) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\.test\.|(^|\/)menu\.ts$/.test(file))
    .map((file) => path.join(folder, file)),
);

/** what a value fills in stands for one segment */
const named = sources.flatMap((file) => {
  const text = readFileSync(inRoot(file), 'utf8').replaceAll(/\$\{[^{}]*\}/g, '}');
  const found = text.matchAll(/['"`}](\/(?:am|publisher|advertiser)\/[^'"`?#\s$*]+)/g);
  return [...found].map(([, link = '']) => ({ file, link: link.replaceAll(/\}+/g, 'x') }));
});

test(`each of the ${named.length} paths that are named leads to a screen`, () => {
  expect(named.length).toBeGreaterThan(40);
  const lost = named.filter(({ link }) => !screens.some((screen) => screen.test(link)));
  expect(lost).toEqual([]);
});
