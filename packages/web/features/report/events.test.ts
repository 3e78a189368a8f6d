import { expect, it } from 'vitest';
import { readEvents } from './events.ts';

const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

it('an event arrives whole however the network cut it, and comments are no events', async () => {
  const seen = [];
  for await (const event of readEvents(
    streamOf(': hello\n\nevent: fig', 'ures\ndata: {"a":', '1}\n', '\ndata: x\n\n'),
  )) {
    seen.push(event);
  }
  expect(seen).toEqual([
    { event: 'figures', data: '{"a":1}' },
    { event: 'message', data: 'x' },
  ]);
});
