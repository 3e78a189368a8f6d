// The click's way, as a list. Each step has a name, looks only at the click and the world, and either refuses with a
// named verdict or lets it go on; nothing is spent before all have agreed.
import type { StepName } from '@tributary/contract/tracker/replayed';
import type { Click } from './click.ts';
import { bot } from './steps/bot.ts';
import { caps, spendCaps } from './steps/caps.ts';
import { clientIp } from './steps/client-ip.ts';
import { device } from './steps/device.ts';
import { geo } from './steps/geo.ts';
import { fallBack, render } from './steps/render.ts';
import { repeat } from './steps/repeat.ts';
import { resolve } from './steps/resolve.ts';
import { schedule } from './steps/schedule.ts';
import { shield } from './steps/shield.ts';
import { target } from './steps/target.ts';
import { velocity } from './steps/velocity.ts';
import { visibility } from './steps/visibility.ts';
import type { Step, StepResult, World } from './world.ts';

export const clickSteps: readonly Step[] = [
  { name: 'resolve', kind: 'gather', run: resolve },
  { name: 'client-ip', kind: 'gather', run: clientIp },
  { name: 'geo', kind: 'gather', run: geo },
  { name: 'device', kind: 'gather', run: device },
  { name: 'bot', kind: 'gather', run: bot },
  { name: 'shield', kind: 'decide', run: shield },
  { name: 'schedule', kind: 'decide', run: schedule },
  { name: 'visibility', kind: 'decide', run: visibility },
  { name: 'velocity', kind: 'decide', run: velocity },
  { name: 'caps', kind: 'decide', run: caps },
  { name: 'repeat', kind: 'decide', run: repeat },
  { name: 'target', kind: 'decide', run: target },
  { name: 'render', kind: 'decide', run: render },
];

const ONLY_FOR_CLICKS: ReadonlySet<StepName> = new Set(['caps', 'repeat', 'target', 'render']);
export const impressionSteps: readonly Step[] = clickSteps.filter(({ name }) => !ONLY_FOR_CLICKS.has(name));

/** the cap whose lease the click must wait for, or null once it is decided */
function runSteps(steps: readonly Step[], click: Click, world: World): string | null {
  for (const step of steps) {
    if (click.refusal !== null && step.kind === 'decide') continue;
    const result = step.run(click, world);
    if (result === null) continue;
    if (typeof result === 'object') return result.waitFor;
    click.refusal ??= result;
  }
  return null;
}

/**
 * What each step says for itself, also after one has refused: for whoever wants to know why. `say` is asked while the click stands
 * as that step left it. The click is spent afterwards.
 */
export const askEachStep = <Said>(
  steps: readonly Step[],
  click: Click,
  world: World,
  say: (step: StepName) => Said,
): { name: StepName; result: StepResult; said: Said }[] =>
  steps.map(({ name, run }) => {
    click.refusal = null;
    const result = run(click, world);
    return { name, result, said: say(name) };
  });

/** decides a click; where it must wait for a lease, nothing has happened yet and it is decided anew afterwards */
export function decideClick(click: Click, world: World): string | null {
  const waitFor = runSteps(clickSteps, click, world);
  if (waitFor !== null) return waitFor;
  if (click.refusal !== null) fallBack(click);
  else if (click.isBillable) spendCaps(click, world);
  if (click.isUnique && !click.isBillable) click.isUnique = null; // unique clicks are accepted ones
  return null;
}

export function decideImpression(click: Click, world: World): void {
  runSteps(impressionSteps, click, world);
}
