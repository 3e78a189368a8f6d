// Medians, spreads and the file every sample goes to.
import { mkdirSync, writeFileSync } from 'node:fs';
import { describeMachine } from './machine.ts';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** (largest − smallest) ÷ median */
export const spread = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values);

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** where nginx's own figures differ by more than this, a run says nothing */
export const UNSTABLE_SPREAD = 0.15;

export function save(bench: string, result: object): string {
  const folder = 'data/bench';
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/${bench}-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`;
  writeFileSync(file, `${JSON.stringify({ bench, machine: describeMachine(), ...result }, null, 1)}\n`);
  return file;
}

/** --name=value from the command line */
export function option(name: string, fallback: string): string {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback;
}

export const numbers = (text: string): number[] => text.split(',').map(Number);
