// What the headers say about the visitor: device, language and the page it came from.
import type { Click } from '../click.ts';
import { cleanText, MAX_VALUE_BYTES } from '../transport/query.ts';
import type { World } from '../world.ts';

export function device(click: Click, { devices }: World): null {
  const { request } = click;
  click.device = devices.of(request.header('user-agent') ?? '');
  click.language = primaryLanguage(request.header('accept-language'));
  readReferer(click, request.header('referer'));
  return null;
}

function primaryLanguage(header: string | undefined): string {
  if (header === undefined) return '';
  const tag = /^[a-zA-Z]{2,3}(?![a-zA-Z])/.exec(header)?.[0];
  return tag ? tag.toLowerCase() : '';
}

/** host and path; the query may hold what is nobody's business */
function readReferer(click: Click, header: string | undefined): void {
  const start = header?.indexOf('://') ?? -1;
  if (header === undefined || start < 0) return;
  const end = header.slice(start + 3).search(/[?#]/);
  const place = end < 0 ? header.slice(start + 3) : header.slice(start + 3, start + 3 + end);
  click.referer = cleanText(place, MAX_VALUE_BYTES);
  const host = /^[\w.-]+/.exec(click.referer)?.[0];
  click.refererHost = host ? host.toLowerCase() : '';
}
