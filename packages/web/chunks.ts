// Which modules come together in one file. Left alone, the bundler gives each set of modules that some screens share a file of
// its own: a screen of the console came as two hundred, most of them smaller than their own headers. Here the parts that are
// loaded one after the other anyway come as one file each: what every page of the app begins with, the frame of console and
// portals, and what their screens are made of. Nothing of it reaches the small public site.
import path from 'node:path';
import type { CodeSplittingGroup, CodeSplittingNameFunction, OutputBundle, OutputChunk, Plugin } from 'rolldown';

type Context = Parameters<CodeSplittingNameFunction>[1];
type Modules = ReadonlySet<string>;

const here = (file: string): string => path.join(import.meta.dirname, file);
const surfaces = ['admin', 'publisher', 'advertiser', 'operator'].map((name) => here(`${name}/surface.tsx`));
/** used by so many screens, a module is worth loading with the first of them */
const COMMON = 4;
const isOfWords = (id: string): boolean => path.dirname(id) === here('words');

/** everything that these import, and what that imports; `lazily`: what is fetched later, too */
function reach(context: Context, from: readonly string[], lazily = false): Modules {
  const found = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const info = context.getModuleInfo(id);
    waiting.push(...(info?.importedIds ?? []), ...((lazily && info?.dynamicallyImportedIds) || []));
  }
  return found;
}

/** the modules that are fetched by themselves: screens, catalogues, heavy parts */
function fetchedLater(context: Context, from: string): string[] {
  const all = [...reach(context, [from], true)];
  return [...new Set(all.flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []))];
}

interface Parts {
  site: Modules;
  base: Modules;
  words: Modules;
  frame: Modules;
  screens: Modules;
  entries: Modules;
}
function divide(context: Context): Parts {
  const main = here('main.tsx');
  const entries = fetchedLater(context, main);
  const frames = surfaces.map((surface) => reach(context, [surface]));
  const uses = new Map<string, number>();
  for (const entry of entries) {
    for (const id of reach(context, [entry])) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return {
    site: reach(context, [here('site.html')], true),
    base: reach(context, [main]),
    words: reach(context, entries.filter(isOfWords)),
    frame: new Set([...(frames[0] ?? [])].filter((id) => frames.every((frame) => frame.has(id)))),
    screens: new Set([...uses].filter(([, times]) => times >= COMMON).map(([id]) => id)),
    entries: new Set(entries),
  };
}

let parts: Parts | undefined;
const group = (name: keyof Parts, priority: number, more: Partial<CodeSplittingGroup> = {}): CodeSplittingGroup => ({
  name: (id, context) => {
    parts ??= divide(context);
    const isEntry = parts.entries.has(id) && !isOfWords(id);
    return parts[name].has(id) && !isEntry ? name : null;
  },
  debugName: name,
  priority,
  ...more,
});

export const groups: CodeSplittingGroup[] = [
  // by who uses them, as the bundler does by itself: only so that the groups below leave them alone
  group('site', 5, { entriesAware: true }),
  group('base', 4),
  // the catalogues are there before the code that asks for them, so they come without any of it
  group('words', 3, { entriesAware: true }),
  group('frame', 2),
  group('screens', 1),
];

/** without the list of who uses it, which the bundler appends */
export const chunkFileNames = ({ name }: { name: string }): string => `assets/${name.split('~')[0]}-[hash].js`;

/** every file that comes with these, itself included */
function filesWith(bundle: OutputBundle, from: readonly OutputChunk[]): OutputChunk[] {
  const found = new Set<OutputChunk>();
  const waiting = [...from];
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    waiting.push(...chunk.imports.map((file) => bundle[file]).filter((file) => file?.type === 'chunk'));
  }
  return [...found];
}

/** A declaration that comes in one file with a catalogue has asked for its words before they were loaded: it stays English. */
export const wordsComeFirst: Plugin = {
  name: 'words-come-first',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const catalogues = chunks.filter(({ facadeModuleId: id }) => id !== null && isOfWords(id));
    const early = filesWith(bundle, catalogues)
      .flatMap(({ moduleIds }) => moduleIds)
      .filter((id) => path.isAbsolute(id) && !parts?.words.has(id) && !parts?.base.has(id));
    if (early.length > 0) this.error(`These would run before their words are loaded: ${early.join(', ')}`);
  },
};
