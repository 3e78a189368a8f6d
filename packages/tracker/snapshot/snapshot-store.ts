// Holds the snapshot in force and keeps it on disk: the last full document with the patches since appended. A tracker
// that starts while server and database are down reads that file and redirects.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Log, reasonOf } from '../log.ts';
import { EMPTY_SNAPSHOT, type Snapshot } from './snapshot.ts';
import { readDocument, writeDocument } from './snapshot-document.ts';

const COMPACT_BEYOND_BYTES = 1024 * 1024;

export class SnapshotStore {
  readonly #file: string;
  readonly #baseHost: string;
  readonly #log: Log;
  #baseBytes = 0;
  #patchBytes = 0;
  #saving: Promise<void> = Promise.resolve();
  current: Snapshot = EMPTY_SNAPSHOT;

  constructor(file: string, baseHost: string, log: Log) {
    this.#file = file;
    this.#baseHost = baseHost;
    this.#log = log;
  }

  /** what the disk still knows; a damaged end only costs the patches behind it, which the server sends again */
  async load(): Promise<void> {
    if (!existsSync(this.#file)) return;
    const bytes = readFileSync(this.#file);
    let at = 0;
    try {
      while (at < bytes.length) {
        const read = await readDocument(bytes, at, this.current, this.#baseHost, this.#log);
        this.current = read.snapshot;
        if (read.head.kind === 'full') this.#baseBytes = read.end - at;
        at = read.end;
      }
    } catch (fault) {
      this.#log.warn('the kept snapshot is damaged', { reason: reasonOf(fault), version: this.current.version });
      await this.#compact();
    }
    this.#patchBytes = at - this.#baseBytes;
    this.#log.info('snapshot read from disk', { version: this.current.version });
  }

  /** swaps in what the server sent; the disk follows behind */
  async apply(bytes: Buffer): Promise<void> {
    const { snapshot, head } = await readDocument(bytes, 0, this.current, this.#baseHost, this.#log);
    this.current = snapshot;
    this.#saving = this.#saving
      .then(() => (head.kind === 'full' ? this.#replace([bytes]) : this.#append(bytes)))
      .catch((fault) => this.#log.error('the snapshot could not be kept on disk', { reason: reasonOf(fault) }));
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#patchBytes += bytes.length;
    if (this.#patchBytes > COMPACT_BEYOND_BYTES && this.#patchBytes > this.#baseBytes) return this.#compact();
    const file = await open(this.#file, 'a', 0o600);
    try {
      await file.write(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  #compact(): Promise<void> {
    return this.#replace(writeDocument(this.current));
  }

  async #replace(pieces: Iterable<string | Buffer>): Promise<void> {
    mkdirSync(dirname(this.#file), { recursive: true });
    const file = await open(`${this.#file}.new`, 'w', 0o600);
    let size = 0;
    try {
      for (const piece of pieces) {
        const bytes = Buffer.from(piece);
        await file.write(bytes);
        size += bytes.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${this.#file}.new`, this.#file);
    this.#baseBytes = size;
    this.#patchBytes = 0;
  }

  /** resolves when the disk has what memory has */
  saved(): Promise<void> {
    return this.#saving;
  }
}
