// What a handler needs when it runs, without making a new handler each time it changes.
import { type RefObject, useLayoutEffect, useRef } from 'react';

export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
