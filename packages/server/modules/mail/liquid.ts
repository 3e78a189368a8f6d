// Templates that a workspace writes, in a small part of Liquid: variables of the mail, a few filters, conditions. There are no loops,
// assignments or includes, so what a template can do is bounded by its length; what goes beyond, or what we did not think of, ends
// at the engine's own limits. Everything that is put out is escaped, and there is no filter that says otherwise.
import { type Template as CompiledPart, Liquid } from 'liquidjs';
import { escapeHtml } from '../../platform/html.ts';
import { oneLine } from './plain-name.ts';
import { Address, Button, Details, placed, type Variables } from './variables.ts';

export const MAX_TEMPLATE = 10 * 1024;
const RENDER_MS = 50;
const MAX_ALLOCATED = 100_000;

export const templateTags = ['if', 'unless', 'case', 'comment'] as const;
export const templateFilters = ['capitalize', 'default', 'downcase', 'truncate', 'upcase'] as const;

export type TemplateKind = 'subject' | 'body';
export interface Compiled {
  kind: TemplateKind;
  parts: CompiledPart[];
}

/** why a template cannot be used, in a sentence for whoever wrote it */
export class TemplateFault extends Error {}

const put = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
function putIntoBody(value: unknown): string {
  if (value instanceof Button) return placed.button;
  if (value instanceof Address) return placed.link;
  if (value instanceof Details) return value.lines.map(escapeHtml).join('<br />');
  return escapeHtml(put(value));
}

function engine(outputEscape: (value: unknown) => string): Liquid {
  const liquid = new Liquid({
    outputEscape,
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    parseLimit: MAX_TEMPLATE,
    renderLimit: RENDER_MS,
    memoryLimit: MAX_ALLOCATED,
    // nothing is ever read from a disk
    templates: {},
    relativeReference: false,
    dynamicPartials: false,
  });
  const keepOnly = (known: Record<string, unknown>, names: readonly string[]) => {
    for (const name of Object.keys(known)) if (!names.includes(name)) delete known[name];
  };
  keepOnly(liquid.tags, templateTags);
  keepOnly(liquid.filters, templateFilters);
  return liquid;
}
const engines: Record<TemplateKind, Liquid> = {
  subject: engine((value) => oneLine(put(value))),
  body: engine(putIntoBody),
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function faultOf(error: unknown): TemplateFault {
  const message = messageOf(error);
  const filter = /undefined filter: (\S+?)(?:,|$)/.exec(message)?.[1];
  const tag = /tag "([^"]{1,40})" not found/.exec(message)?.[1];
  if (filter)
    return new TemplateFault(`The filter ${filter} does not exist here. These do: ${templateFilters.join(', ')}.`);
  if (tag) return new TemplateFault(`The tag ${tag} does not exist here. These do: ${templateTags.join(', ')}.`);
  if (/limit exceeded|call stack/i.test(message))
    return new TemplateFault('The template does too much. Please make it shorter.');
  return new TemplateFault(`The template cannot be read: ${oneLine(message).slice(0, 200)}`);
}

export function compileTemplate(kind: TemplateKind, source: string, known: readonly string[]): Compiled {
  if (Buffer.byteLength(source) > MAX_TEMPLATE) throw new TemplateFault('A template may have at most 10 KB.');
  let used: string[];
  let parts: CompiledPart[];
  try {
    parts = engines[kind].parse(source);
    used = engines[kind].variablesSync(parts).map(String);
  } catch (error) {
    throw faultOf(error);
  }
  const unknown = used.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const name = oneLine(unknown).slice(0, 60);
    const names = known.join(', ');
    throw new TemplateFault(
      kind === 'subject'
        ? `The subject has no variable ${name}. It has: ${names}.`
        : `This mail has no variable ${name}. It has: ${names}.`,
    );
  }
  return { kind, parts };
}

/** on a busy machine a moment may pass between two words of an innocent template: one that is too slow is so every time */
const TRIES = 5;

export function renderTemplate({ kind, parts }: Compiled, variables: Variables, tries = TRIES): string {
  try {
    return put(engines[kind].renderSync(parts, variables));
  } catch (error) {
    if (tries > 1 && /render limit exceeded/.test(messageOf(error))) {
      return renderTemplate({ kind, parts }, variables, tries - 1);
    }
    throw faultOf(error);
  }
}
