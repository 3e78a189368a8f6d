// The block lists of the tenant and of the offer.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';

export function shield(click: Click): VerdictName | null {
  const { shields } = click.tenant;
  if (shields.size === 0) return null;
  return shields.get(0)?.shield.refusal(click) ?? shields.get(click.offerNumber)?.shield.refusal(click) ?? null;
}
