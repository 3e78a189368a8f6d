// Server-sent events read from a fetched body: an EventSource cannot send the bearer token.

export interface ServerEvent {
  event: string;
  data: string;
}

export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true }).replaceAll('\r\n', '\n')).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const event = readEvent(part);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** null for a comment, which only keeps the connection */
function readEvent(part: string): ServerEvent | null {
  const lines = part.split('\n');
  const field = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  const data = field('data');
  return data.length === 0 ? null : { event: field('event')[0] ?? 'message', data: data.join('\n') };
}
