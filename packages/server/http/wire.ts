// Bodies in and out, by the route's wire: decoding is a property of the route, not of the content type the caller sent.
import { Readable } from 'node:stream';
import '@tributary/contract/plain-words';
import { type ErrorCode, errorCodes, type RouteSpec, type Wire } from '@tributary/contract';
import type { TableReply } from '@tributary/contract/lists';
import type { FileReply } from '@tributary/contract/reports/reports';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Fault, type FaultPath } from '../platform/fault.ts';
import { tableFormats } from '../platform/lists/file.ts';
import { blankedFor } from './blank.ts';
import type { Principal } from './call.ts';
import { open, parseJson, seal } from './envelope.ts';

export function decodeBody(route: RouteSpec, raw: Buffer | undefined, contentType: string | undefined): unknown {
  if (!route.body) return undefined;
  const text = raw?.toString('latin1') ?? '';
  if (route.wire === 'envelope') return open(text);
  // a form cannot send JSON without a preflight: refusing other types closes that door
  if (!contentType?.toLowerCase().startsWith('application/json')) {
    throw new Fault('invalid_request', 'Please send the body as application/json.');
  }
  const value = readJson(raw);
  if (route.wire !== 'sealed') return value;
  if (typeof value !== 'object' || value === null || !('data' in value) || typeof value.data !== 'string') {
    throw new Fault('invalid_request');
  }
  return { ...value, data: open(value.data) };
}

function readJson(raw: Buffer | undefined): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(raw ?? Buffer.alloc(0)));
  } catch {
    throw new Fault('invalid_request', 'The body is not valid JSON.');
  }
}

/** The first problem decides: the specification's checks have an order, and so have the schema's fields. */
export function parseInput(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  if (!isStorable(value)) throw new Fault('invalid_input', 'The request contains characters that cannot be stored.');
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.filter((step) => typeof step !== 'symbol');
  throw new Fault('invalid_input', sentenceFor(parsed.error), path?.length ? { path } : {});
}

/** PostgreSQL's text knows no NUL and its JSON no half of a surrogate pair: refused here, they cannot fail later */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isStorable);
}

function sentenceFor(error: z.ZodError): string {
  return error.issues[0]?.message ?? errorCodes.invalid_input.message;
}

/** what the caller's role hides does not leave, whatever the handler read */
export function sendReply(
  reply: FastifyReply,
  route: RouteSpec,
  given: unknown,
  principal: Principal | null = null,
): FastifyReply {
  const value = isLines(given) || isTable(given) ? given : blankedFor(principal, route.reply, given);
  reply.code(route.status ?? 200);
  if (route.wire === 'table' && isTable(value)) return sendTable(reply, value);
  if (route.wire === 'stream' && isLines(value)) {
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        // a proxy that gathers a stream before it passes it on would defeat it
        .header('x-accel-buffering', 'no')
        // the connection ends with the stream: one kept alive would hold up a stop
        .header('connection', 'close')
        .send(Readable.from(value))
    );
  }
  if (route.wire === 'file') return sendFile(reply, value as FileReply);
  return route.wire === 'envelope'
    ? sendText(reply, seal(value))
    : reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}

interface Failure {
  code: ErrorCode;
  message: string;
  /** only our own wire has a place for it */
  path?: FaultPath | undefined;
  /** only the envelope has a place for it */
  beside?: Record<string, unknown> | undefined;
}

export function sendFault(reply: FastifyReply, wire: Wire, { code, message, path, beside }: Failure): FastifyReply {
  reply.code(errorCodes[code].status);
  if (wire === 'envelope') return sendText(reply, seal({ error: message, ...beside }));
  const body =
    wire === 'sealed' ? { error: message } : wire === 'message' ? { message } : { error: { code, message, path } };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

const sendFile = (reply: FastifyReply, file: FileReply): FastifyReply =>
  reply
    .type(file.type)
    .header('content-length', file.bytes)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(Readable.from(file.content));

function sendTable(reply: FastifyReply, { format, rows }: TableReply): FastifyReply {
  const { type, bytes } = tableFormats[format];
  return reply.type(type).send(Readable.from(bytes(rows)));
}

export const isLines = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

export const isTable = (value: unknown): value is TableReply =>
  typeof value === 'object' && value !== null && 'format' in value && 'rows' in value && isLines(value.rows);

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(text);
