// The OpenAPI document, from the same declarations the server mounts. Encrypted routes describe what is inside the
// envelope, and say so.
import { type ErrorCode, errorCodes, headerNames, needOf, opensToKeys, type RouteSpec } from '@tributary/contract';
import { z } from 'zod';

/** what a schema refers to by name stands in the document's components; what goes in may differ from what comes out */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown => {
  const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const suffix = io === 'input' ? 'Input' : '';
  const named = Object.fromEntries(Object.entries($defs).map(([name, named]) => [`${name}${suffix}`, named]));
  const json = JSON.stringify({ ...rest, $defs: named });
  return JSON.parse(json.replaceAll(/"#\/\$defs\/([^"]+)"/g, `"#/components/schemas/$1${suffix}"`));
};

function lift(value: unknown, components: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => lift(item, components));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const lifted = lift(inner, components);
      if (key !== '$defs') return [[key, lifted]];
      Object.assign(components, lifted);
      return [];
    }),
  );
}

const wireNotes = {
  json: '',
  table: 'Answers a file: CSV, or XLSX where `format` says so.',
  file: 'Answers a file.',
  stream: 'Answers server-sent events; read them with fetch, which can send the bearer token.',
  message: '',
  envelope:
    'Both bodies travel as envelopes: base64(iv ‖ AES-256-CBC(JSON)) as text/plain. The schemas describe the JSON inside.',
  sealed: 'The field `data` is an envelope: base64(iv ‖ AES-256-CBC(JSON)). The schema describes the JSON inside.',
} as const;

/** the scope that a key must have */
const scopeOf = ({ access, method }: RouteSpec): string =>
  'section' in access ? `${access.section}:${needOf(method, access.needs)}` : '';

const accessNote = (route: RouteSpec): string => {
  const { access } = route;
  if (access.who === 'anyone') return 'Public.';
  if (access.who === 'operator') return "The platform operator's cookie.";
  if (access.who === 'admin-cookie')
    return "An account manager's cookie, and an Origin header that is exactly the page's own; it may be missing only where no Sec-Fetch header comes either (not a browser). No bearer token is needed; one that comes must be of the same session.";
  const roles = access.ownerOnly ? 'the owner' : access.roles.join(', ');
  const key = opensToKeys(route) ? ` An API key of theirs with ${scopeOf(route)} will do.` : '';
  return `Bearer token of: ${roles}.${key}${access.impersonated === 'denied' ? ' Not while signed in as another user.' : ''}`;
};

function failureSchema(wire: RouteSpec['wire']): unknown {
  const text = { type: 'string' };
  const coded = {
    type: 'object',
    properties: {
      code: { enum: Object.keys(errorCodes) },
      message: text,
      path: {
        type: 'array',
        items: { anyOf: [text, { type: 'integer' }] },
        description: 'The place in the request that it is about, such as ["caps", 0, "limit"]',
      },
    },
    required: ['code', 'message'],
  };
  if (wire === 'message') return { type: 'object', properties: { message: text }, required: ['message'] };
  return {
    type: 'object',
    properties: { error: wire === 'sealed' || wire === 'envelope' ? text : coded },
    required: ['error'],
  };
}

/** what any call can meet, beside what its route names */
function failuresOf(route: RouteSpec): ErrorCode[] {
  const guarded: ErrorCode[] = route.access.who === 'anyone' ? [] : ['unauthenticated', 'forbidden'];
  const checked: ErrorCode[] =
    route.body || route.query || route.params || route.headers.length > 0 ? ['invalid_input'] : [];
  return [
    ...new Set([
      ...checked,
      ...guarded,
      ...route.errors,
      ...(route.rates?.length ? (['rate_limited'] as const) : []),
      ...(route.heavy ? (['busy', 'too_large'] as const) : []),
    ]),
  ];
}

function parametersOf(route: RouteSpec): unknown[] {
  const shape = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
    schema instanceof z.ZodObject ? schema.shape : {};
  return [
    ...Object.entries(shape(route.params)).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema: schemaOf(schema, 'input'),
    })),
    ...Object.entries(shape(route.query)).map(([name, schema]) => ({
      name,
      in: 'query',
      required: !schema.safeParse(undefined).success,
      schema: schemaOf(schema, 'input'),
    })),
    ...route.headers.map((name) => ({
      name: headerNames[name],
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    ...(route.idempotent
      ? [{ name: 'idempotency-key', in: 'header', required: false, schema: { type: 'string', maxLength: 100 } }]
      : []),
  ];
}

function operationOf(name: string, route: RouteSpec): unknown {
  const type = route.wire === 'envelope' ? 'text/plain' : 'application/json';
  const failures = new Map<number, string[]>();
  for (const code of failuresOf(route)) {
    const { status, message } = errorCodes[code];
    failures.set(status, [...(failures.get(status) ?? []), `\`${code}\`: ${message}`]);
  }
  return {
    operationId: name,
    summary: route.summary,
    description: [accessNote(route), wireNotes[route.wire]].filter(Boolean).join('\n\n'),
    tags: [route.path.split('/')[2] ?? 'api'],
    security: route.access.who === 'session' ? [{ bearer: [] }] : [],
    parameters: parametersOf(route),
    ...(route.body
      ? { requestBody: { required: true, content: { [type]: { schema: schemaOf(route.body, 'input') } } } }
      : {}),
    responses: {
      [route.status ?? 200]: {
        description: 'Success',
        content: successOf(route, type),
      },
      ...Object.fromEntries(
        [...failures].map(([status, lines]) => [
          status,
          { description: lines.join('\n\n'), content: { [type]: { schema: failureSchema(route.wire) } } },
        ]),
      ),
    },
  };
}

const streamed: Partial<Record<RouteSpec['wire'], string>> = {
  table: 'text/csv',
  file: 'application/octet-stream',
  stream: 'text/event-stream',
};
const successOf = (route: RouteSpec, type: string): unknown => {
  const other = streamed[route.wire];
  return other ? { [other]: { schema: { type: 'string' } } } : { [type]: { schema: schemaOf(route.reply, 'output') } };
};

export const titleOf = (brand: string): string => `${brand} API`;

export function openApiDocument(routes: Record<string, RouteSpec>, brand: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  const schemas: Record<string, unknown> = {};
  const lifted = lift(paths, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: titleOf(brand),
      version: '1.0.0',
      description: `Calls go to the tenant's own host, e.g. https://acme.example.com, and carry X-Subdomain. Money is a decimal string; times are unix seconds, UTC.`,
    },
    paths: lifted,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
  };
}
