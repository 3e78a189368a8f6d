// Figures that move while traffic flows. One timer per workspace looks for a change while anybody watches; watchers of
// the same view share one computation. Bounded: so many streams per workspace and per person, so long per stream.
import { DAY_MS } from '../../../platform/clock.ts';
import { Fault } from '../../../platform/fault.ts';
import type { Log } from '../../../platform/log.ts';

export interface LiveHub {
  /** server-sent events; ends after `seconds`, when the reader has gone, or when the server stops */
  watch(watch: Watch): AsyncGenerator<string>;
  close(): void;
}
export interface Watch {
  tenantId: string;
  userId: string;
  /** watchers with the same key see the same figures */
  key: string;
  seconds: number;
  /** asked before each push and at each beat: who may see no more, or other things than at the beginning, gets nothing more */
  admitted(): Promise<boolean>;
  figures(): Promise<unknown>;
}
export interface HubDeps {
  pulse(tenantId: string): Promise<string>;
  log: Log;
  maxPerTenant?: number;
  maxPerUser?: number;
  tickMs?: number;
  minGapMs?: number;
  beatMs?: number;
}

interface Room {
  pulse: string | null;
  version: number;
  /** whose streams are open, one entry for each */
  watchers: string[];
  wake: Set<() => void>;
  shared: Map<string, { version: number; text: Promise<string> }>;
  timer: NodeJS.Timeout | undefined;
  /** the first look: figures are read after it, so that no change falls between the two */
  ready: Promise<void>;
}

interface Reader {
  gone: boolean;
  wake: () => void;
}

/**
 * A generator is told that its reader has gone only when it next yields, which may be a whole beat later; until then the
 * stream of a page that was reloaded would still count. This one is woken.
 */
function endingAtOnce(make: (reader: Reader) => AsyncGenerator<string>): AsyncGenerator<string> {
  const reader: Reader = { gone: false, wake: () => undefined };
  const stream = make(reader);
  const end = stream.return.bind(stream);
  stream.return = (value) => {
    reader.gone = true;
    reader.wake();
    return end(value);
  };
  return stream;
}

export function createLiveHub(deps: HubDeps): LiveHub {
  const { maxPerTenant = 200, maxPerUser = 30, tickMs = 1_000, minGapMs = 1_500, beatMs = 15_000 } = deps;
  const rooms = new Map<string, Room>();
  let closed = false;

  const look = async (tenantId: string, room: Room): Promise<void> => {
    try {
      const pulse = await deps.pulse(tenantId);
      if (pulse !== room.pulse) {
        if (room.pulse !== null) room.version++;
        room.pulse = pulse;
        for (const wake of room.wake) wake();
      }
    } catch (error) {
      deps.log.warn({ err: error, tenant: tenantId }, 'live figures wait for the database');
    }
    if (rooms.get(tenantId) === room) room.timer = setTimeout(() => void look(tenantId, room), tickMs);
  };

  const enter = (tenantId: string): Room => {
    const known = rooms.get(tenantId);
    if (known) return known;
    const room: Room = {
      pulse: null,
      version: 0,
      watchers: [],
      wake: new Set(),
      shared: new Map(),
      timer: undefined,
      ready: Promise.resolve(),
    };
    rooms.set(tenantId, room);
    room.ready = look(tenantId, room);
    return room;
  };
  const leave = ({ tenantId, userId }: Watch, room: Room): void => {
    room.watchers.splice(room.watchers.indexOf(userId), 1);
    if (room.watchers.length > 0) return;
    clearTimeout(room.timer);
    rooms.delete(tenantId);
  };

  /** of one version each view is computed once, however many watch it */
  const textOf = (room: Room, watch: Watch): Promise<string> => {
    const known = room.shared.get(watch.key);
    if (known?.version === room.version) return known.text;
    const text = watch.figures().then((figures) => JSON.stringify(figures));
    room.shared.set(watch.key, { version: room.version, text });
    // what failed is not kept: the next to ask tries again
    text.catch(() => room.shared.delete(watch.key));
    return text;
  };

  // a watcher counts from its first read: a stream that nobody ever reads is none
  async function* events(watch: Watch, reader: Reader): AsyncGenerator<string> {
    const room = enter(watch.tenantId);
    room.watchers.push(watch.userId);
    const until = Date.now() + Math.min(watch.seconds * 1_000, DAY_MS);
    let shown = -1;
    try {
      await room.ready;
      for (;;) {
        if (room.version !== shown) {
          shown = room.version;
          if (!(await watch.admitted())) return;
          yield `event: figures\ndata: ${await textOf(room, watch)}\n\n`;
          if (Date.now() >= until || closed || reader.gone) return;
          await pause(room, reader, Math.min(minGapMs, until - Date.now()), false);
        } else {
          const waited = await pause(room, reader, Math.min(beatMs, until - Date.now()), true);
          if (waited === 'beat' && !reader.gone) {
            // nothing new to tell is no reason to stay: who may not look any more is sent away all the same
            if (!(await watch.admitted())) return;
            yield ': still here\n\n';
          }
        }
        if (Date.now() >= until || closed || reader.gone) return;
      }
    } finally {
      leave(watch, room);
    }
  }

  /** until a change where it is waited for, else for the whole time; a stop or a reader who goes ends both */
  const pause = (room: Room, reader: Reader, ms: number, changes: boolean): Promise<'change' | 'beat'> =>
    new Promise((resolve) => {
      const done = (why: 'change' | 'beat') => () => {
        if (why === 'change' && !changes && !closed && !reader.gone) return;
        clearTimeout(timer);
        room.wake.delete(wake);
        resolve(why);
      };
      const wake = done('change');
      const timer = setTimeout(done('beat'), Math.max(0, ms));
      room.wake.add(wake);
      reader.wake = wake;
    });

  return {
    watch: (watch) => {
      const watchers = rooms.get(watch.tenantId)?.watchers ?? [];
      if (closed || watchers.length >= maxPerTenant) {
        throw new Fault('busy', 'Too many live views are open in this workspace. Please close one.');
      }
      if (watchers.filter((userId) => userId === watch.userId).length >= maxPerUser) {
        throw new Fault('busy', 'You have too many live views open. Please close one.');
      }
      return endingAtOnce((reader) => events(watch, reader));
    },
    close: () => {
      closed = true;
      for (const room of rooms.values()) for (const wake of room.wake) wake();
    },
  };
}
