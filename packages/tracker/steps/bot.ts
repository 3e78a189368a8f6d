// Requests that no person made, or made without meaning to: answered like any other, marked, not billed.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';

/** Sec-Fetch-Dest of a link that a person followed; absent in old browsers and apps */
const NAVIGATIONS = new Set(['document', 'empty', '']);

export function bot(click: Click): null {
  click.mark = markOf(click);
  return null;
}

function markOf({ kind, request, device }: Click): VerdictName | null {
  if (request.method === 'HEAD') return 'head';
  const purpose = request.header('sec-purpose') ?? request.header('purpose') ?? request.header('x-moz');
  if (purpose !== undefined && /prefetch|prerender|preview/i.test(purpose)) return 'prefetch';
  if (device.automation !== 'none') return device.automation;
  // an image or frame that "clicks" is cookie stuffing; an impression is meant to be an image
  if (kind === 'click' && !NAVIGATIONS.has(request.header('sec-fetch-dest') ?? '')) return 'embedded';
  return null;
}
