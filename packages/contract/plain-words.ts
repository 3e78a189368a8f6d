// What a schema says where it has no sentence of its own. The validator's words ("Invalid input: expected string,
// received undefined") are for programmers; a person gets the field's name and what to do.
import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** ["data", "payout_rules", 0, "valid_from"] → "Payout rules, row 1, valid from" */
export function fieldName(path: Issue['path']): string {
  const steps = (path ?? [])
    .filter((step) => step !== 'data')
    .map((step) => (typeof step === 'number' ? `row ${step + 1}` : wordsOf(String(step))));
  const text = steps.join(', ');
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : 'The request';
}

const wordsOf = (key: string): string =>
  key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no (true or false)',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  bigint: 'a whole number',
};
const forms: Record<string, string> = {
  email: 'an e-mail address',
  url: 'an address that begins with http:// or https://',
  uuid: 'an id as this service gives it',
  guid: 'an id as this service gives it',
  date: 'a day like 2026-11-15',
  datetime: 'a time like 2026-11-15T09:30:00Z',
  ipv4: 'an IP address',
  ipv6: 'an IP address',
};

const many = (count: unknown, one: string, more: string): string => `${count} ${Number(count) === 1 ? one : more}`;

function size(issue: Issue, least: boolean): string {
  const limit = least ? issue.minimum : issue.maximum;
  const side = least ? 'at least' : 'at most';
  if (issue.origin === 'string') {
    return least && Number(limit) === 1 ? 'is required' : `may have ${side} ${many(limit, 'character', 'characters')}`;
  }
  if (issue.origin === 'array' || issue.origin === 'set') return `may have ${side} ${many(limit, 'entry', 'entries')}`;
  const open = issue.inclusive === false;
  return open ? `must be ${least ? 'more' : 'less'} than ${limit}` : `must be ${side} ${limit}`;
}

function complaint(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'is required'
        : `must be ${kinds[String(issue.expected)] ?? 'of another kind'}`;
    case 'too_small':
      return size(issue, true).replace('may have at least', 'must have at least');
    case 'too_big':
      return size(issue, false);
    case 'invalid_format':
      return forms[String(issue.format)] ? `must be ${forms[String(issue.format)]}` : 'is not written as it should be';
    case 'not_multiple_of':
      return Number(issue.divisor) === 1 ? 'must be a whole number' : `must be a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return issue.input === undefined || issue.input === null ? 'is required' : `must be ${choices(issue.values)}`;
    case 'unrecognized_keys':
      return `has fields that are not known here: ${(Array.isArray(issue.keys) ? issue.keys : []).slice(0, 5).join(', ').slice(0, 120)}`;
    default:
      return 'is not what it should be';
  }
}

const SHOWN_CHOICES = 12;
function choices(values: unknown): string {
  const listed = (Array.isArray(values) ? values : []).map(String);
  if (listed.length === 1) return listed.join();
  return listed.length > SHOWN_CHOICES
    ? 'one of the values listed in the documentation'
    : `one of: ${listed.join(', ')}`;
}

export const plainWords = (issue: Issue): string => `${fieldName(issue.path)} ${complaint(issue)}.`;

z.config({ customError: plainWords });
