// What a transaction asks for again and again, and what nobody changes meanwhile, is read once.
import type { Tx } from './database.ts';

/** remembered as long as the transaction's handle lives; a read that fails is tried again */
export function oncePerTransaction<Value>(
  read: (tx: Tx, key: string) => Promise<Value>,
): (tx: Tx, key: string) => Promise<Value> {
  const remembered = new WeakMap<Tx, Map<string, Promise<Value>>>();
  return (tx, key) => {
    const known = remembered.get(tx) ?? new Map<string, Promise<Value>>();
    remembered.set(tx, known);
    const value = known.get(key) ?? read(tx, key);
    known.set(key, value);
    value.catch(() => known.delete(key));
    return value;
  };
}
