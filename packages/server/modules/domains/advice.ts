// A record that is not right yet, in a sentence that says what to set. Browsers show it in their reader's language
// (packages/web/words/faults), so the sentences are whole texts with values.
import type { RecordState } from '@tributary/contract/settings/domains';

export interface AdvisedRecord {
  type: 'TXT' | 'CNAME';
  name: string;
  value: string;
  state: RecordState | null;
  found: readonly string[];
}

export function adviceFor({ type, name, value, state, found }: AdvisedRecord): string {
  const first = found[0] ?? '';
  switch (state) {
    case null:
      return 'Not checked yet.';
    case 'ok':
      return '';
    case 'missing':
      return `The ${type} record ${name} is not there yet. New records can take up to an hour to be seen everywhere.`;
    case 'wrong':
      return `The record ${name} says ${first}. Please set it to ${value}.`;
    case 'itself':
      return `The CNAME record ${name} points to itself. Please set it to ${value}.`;
    case 'top':
      return `${name} is the top of its zone, where a CNAME may not stand. Please set an ALIAS or ANAME record to ${value}, or use a name below it, such as www.${name}.`;
    case 'taken':
      return 'This domain is already in use. If it is yours, please remove it where it is set up, or write to support.';
    case 'unanswered':
      return `The name servers of ${name} did not answer. It will be asked again.`;
  }
}
