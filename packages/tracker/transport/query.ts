// What a request asks for. How its query is read is the contract's: others must read a call as the tracker does.
export { cleanText, positiveInt, Query } from '@tributary/contract/tracker/call-query';
export { MAX_VALUE_BYTES } from '@tributary/contract/tracker/receipt-rules';

export interface Target {
  path: string;
  query: string;
}

/** path and query of a request target; null for the absolute and asterisk forms, which no browser sends us */
export function splitTarget(target: string): Target | null {
  if (target.charCodeAt(0) !== 47) return null;
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
