import { errorCodes, type RouteSpec, routes } from '@tributary/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';

const Schema = z.record(z.string(), z.unknown());
const Content = z.record(z.string(), z.object({ schema: Schema }));
const Operation = z.object({
  operationId: z.string(),
  summary: z.string().min(5),
  description: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema: Schema }),
  ),
  requestBody: z.object({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.object({ description: z.string().min(1), content: Content })),
});
const Document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  components: z.object({ securitySchemes: z.record(z.string(), z.unknown()) }).loose(),
  paths: z.record(z.string().regex(/^\/api\//), z.record(z.string(), Operation)),
});

const plain: unknown = JSON.parse(JSON.stringify(openApiDocument(routes, 'Tributary')));
const document = Document.parse(plain);
const all: [string, RouteSpec][] = Object.entries(routes);
const operationOf = (route: RouteSpec) => document.paths[route.path]?.[route.method.toLowerCase()];

function* refs(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* refs(inner);
  }
}
const resolve = (ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], plain);

describe('the OpenAPI document', () => {
  test('holds every route once, and nothing else', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(ids.sort()).toEqual(Object.keys(routes).sort());
  });

  test.each(all)('%s is described whole: success, failures, parameters, body', (_, route) => {
    const operation = operationOf(route);
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toContain(String(route.status ?? 200));
    for (const code of route.errors) expect(statuses).toContain(String(errorCodes[code].status));
    if (route.access.who !== 'anyone') expect(statuses).toEqual(expect.arrayContaining(['401', '403']));
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    const inPath = operation?.parameters.filter((one) => one.in === 'path').map((one) => `{${one.name}}`) ?? [];
    expect(inPath.sort()).toEqual((route.path.match(/\{\w+\}/g) ?? []).sort());
    expect(operation?.parameters.filter((one) => one.in === 'header')).toHaveLength(
      route.headers.length + (route.idempotent ? 1 : 0),
    );
    expect(operation?.security).toEqual(route.access.who === 'session' ? [{ bearer: [] }] : []);
  });

  test('has no reference that leads nowhere', () => {
    for (const ref of refs(plain)) expect(`${ref} ${typeof resolve(ref)}`).toBe(`${ref} object`);
  });

  test('names no outside host but the example', () => {
    const hosts = JSON.stringify(plain).match(/https?:\/\/[\w.-]+/g) ?? [];
    expect(hosts.filter((host) => !/example\.(com|test)$|json-schema\.org/.test(host))).toEqual([]);
  });
});
