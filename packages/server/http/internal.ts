// The trackers' calls, under /internal. Authorised by a token that only the installation's own processes can derive;
// bodies are parsed here, as everything that crosses a process is.
import { internalPaths, MOST_KEPT_ROWS, QUARTER_MS } from '@tributary/contract/tracker/tracker-wire';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../platform/fault.ts';
import { isSameSecret } from '../platform/ids.ts';
import { parseJson } from './envelope.ts';
import { answerFault } from './mount.ts';

const Place = z.object({
  tracker: z.string().regex(/^[0-9a-f]{16}$/),
  segment: z.coerce.number().int().nonnegative(),
  offset: z.coerce.number().int().nonnegative(),
});
const Leases = z.object({
  tracker: z.string().regex(/^[0-9a-f]{16}$/),
  boot: z.string().max(64),
  asks: z.array(z.object({ cap: z.string().max(40), want: z.number().int().min(1).max(1_000_000) })).max(10_000),
  lots: z
    .array(z.object({ lot: z.string().max(36), spent: z.number().int().nonnegative(), returned: z.boolean() }))
    .max(10_000),
});
const Report = z.object({
  tracker: z.string().regex(/^[0-9a-f]{16}$/),
  boot: z.string().max(64),
  label: z.string().max(200),
  version: z.string().max(50),
  snapshotVersion: z.number().int(),
  startedAt: z.number(),
  spool: z.object({
    unsentBytes: z.number(),
    oldestUnsentAt: z.number().nullable(),
    quarantinedBytes: z.number(),
    failing: z.boolean(),
  }),
  unlogged: z.record(z.string(), z.number()),
  verdicts: z.record(z.string(), z.record(z.string(), z.number())),
  // a tracker of an older release does not say
  countriesAt: z.number().optional(),
  clockDifferenceMs: z.number().nullable().optional(),
  oneAddress: z.object({ share: z.number(), isExempt: z.boolean() }).nullable().optional(),
  kept: z
    .array(
      z.object({
        tenant: z.uuid(),
        quarter: z.int().nonnegative().multipleOf(QUARTER_MS),
        clicks: z.int().nonnegative(),
        impressions: z.int().nonnegative(),
        receipts: z.int().nonnegative(),
      }),
    )
    .max(MOST_KEPT_ROWS)
    .optional(),
});

export interface InternalDeps {
  token: string;
  trackerCalls: {
    snapshot(after: number, gone: AbortSignal): Promise<string | null>;
    accept(chunk: { tracker: string; segment: number; offset: number; body: Buffer }): Promise<{ accepted: number }>;
    leases(request: z.output<typeof Leases>): Promise<unknown>;
    /** the server's clock */
    report(report: z.output<typeof Report>): Promise<{ now: number }>;
  };
  /** the tracker looks at its segment again where this says so */
  isDamaged(error: unknown): boolean;
}

const MAX_SPOOL_BODY = 136 * 1024 * 1024;

export function mountInternal(app: FastifyInstance, { token, trackerCalls, isDamaged }: InternalDeps): void {
  const onRequest = async (request: FastifyRequest) => {
    // a proxy adds this header: the outside has no business here
    const outside = request.headers['x-forwarded-for'] !== undefined;
    if (outside || !isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Fault('not_found');
  };
  const body = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new Fault('invalid_input', parsed.error.issues[0]?.message);
    return parsed.data;
  };

  app.get(internalPaths.snapshot, { onRequest }, async (request, reply) => {
    const { after } = parse(z.object({ after: z.coerce.number().int().nonnegative() }), request.query);
    const gone = new AbortController();
    request.raw.on('close', () => gone.abort());
    const document = await trackerCalls.snapshot(after, gone.signal);
    if (document === null) return reply.code(204).send();
    return reply.type('application/x-ndjson').send(document);
  });
  app.post(internalPaths.spool, { onRequest, bodyLimit: MAX_SPOOL_BODY }, async (request, reply) => {
    const place = parse(Place, request.query);
    try {
      const { accepted } = await trackerCalls.accept({ ...place, body: body(request) });
      return { accepted };
    } catch (error) {
      if (!isDamaged(error)) return answerFault(error, request, reply);
      return reply
        .code(422)
        .send({ error: { code: 'invalid_request', message: error instanceof Error ? error.message : 'damaged' } });
    }
  });
  app.post(internalPaths.leases, { onRequest, bodyLimit: 4 * 1024 * 1024 }, async (request) =>
    trackerCalls.leases(parse(Leases, parseJson(body(request).toString('utf8')))),
  );
  app.post(internalPaths.ack, { onRequest, bodyLimit: 4 * 1024 * 1024 }, async (request) =>
    trackerCalls.report(parse(Report, parseJson(body(request).toString('utf8')))),
  );
}
