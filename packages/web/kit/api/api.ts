// The only place that calls fetch. A call is typed by its route's declaration in the contract, and so are its headers,
// its body on the wire and the way its reply and its failures are read.
import { CLIENT_VERSION } from '@tributary/contract/envelope';
import { errorCodes, isErrorCode } from '@tributary/contract/errors';
import {
  type ArgsOf,
  type HeaderName,
  headerNames,
  pathFor,
  type ResultOf,
  type RouteSpec,
} from '@tributary/contract/route';
import type { z } from 'zod';
import { boot } from '../boot.ts';
import { passwordAgain } from '../dialogs/password-again.ts';
import { ApiError, type FaultPath, type Refusal } from './api-error.ts';
import { open, seal } from './envelope.ts';
import { type Session, sessionRefused } from './session.ts';

export interface CallOptions {
  /** who calls: the bearer token and the subdomain come from here */
  session?: Session;
  signal?: AbortSignal;
  /** of a call that moves money: sent again with the same key, it is the same call */
  idempotencyKey?: string;
}

/** a new one for each press or form: what is sent again under it is the same call */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface Args {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** 32 random bytes as hex, new each time the page opens */
const csrfToken = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');

export async function call<R extends RouteSpec>(
  route: R,
  args: ArgsOf<R>,
  options: CallOptions = {},
): Promise<ResultOf<R>> {
  return (await answerOf(route, args as Args, options)) as ResultOf<R>;
}

/** a page of a list: its screen's declaration has checked the names of what is asked, the server checks the values */
export const callForList = async <Reply>(
  route: RouteSpec & { reply: z.ZodType<Reply> },
  query: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<Reply> => (await answerOf(route, { query }, options)) as Reply;

async function answerOf(route: RouteSpec, args: Args, options: CallOptions): Promise<unknown> {
  const response = await accepted(route, args, options);
  const reply = await readReply(route, response);
  if (saysFailed(route, reply)) throw refusedBy(route, response, reply);
  return reply;
}

/** the specification's own calls read an `error` in whatever came; in ours a record's own field may have that name */
const saysFailed = (route: RouteSpec, reply: unknown): boolean =>
  isRecord(reply) && (route.wire === 'json' ? isRecord(reply.error) : Boolean(reply.error));

async function accepted(route: RouteSpec, args: Args, options: CallOptions): Promise<Response> {
  const { params, query, body } = args;
  const payload = await bodyOnTheWire(route, body);
  const response = await send(pathFor(route.path, params) + queryText(query), {
    method: route.method,
    headers: {
      ...headersOf(route, payload !== undefined, options.session),
      ...(route.idempotent && options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    },
    body: payload,
    signal: options.signal,
  });
  if (response.ok) return response;
  const error = await refusal(route, response, options.session);
  if (wantsPassword(error) && (await passwordAgain())) return accepted(route, args, options);
  throw error;
}

const wantsPassword = ({ failure }: ApiError): boolean =>
  failure.kind === 'refused' && failure.code === 'password_needed';

/** the bytes of a `file` route */
export const callForBlob = async <R extends RouteSpec & { wire: 'file' }>(
  route: R,
  args: ArgsOf<R>,
  options: CallOptions = {},
): Promise<Blob> => (await accepted(route, args as Args, options)).blob();

/** the text of a `stream` route as it arrives */
export const callForStream = async <R extends RouteSpec & { wire: 'stream' }>(
  route: R,
  args: ArgsOf<R>,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array>> => (await accepted(route, args as Args, options)).body ?? new ReadableStream();

/** the bytes of a list's file; the names of what is asked are checked as a page's are */
export const callForTable = async (
  route: RouteSpec & { wire: 'table' },
  query: Readonly<Record<string, unknown>>,
  options: CallOptions,
  params?: Readonly<Record<string, string>>,
): Promise<Blob> => (await accepted(route, { query, ...(params ? { params } : {}) }, options)).blob();

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError({ kind: 'network' }, cause);
  }
}

function headersOf(route: RouteSpec, hasBody: boolean, session: Session | undefined): Record<string, string> {
  const values: Record<HeaderName, string> = {
    csrf: csrfToken,
    'requested-with': 'XMLHttpRequest',
    'client-version': CLIENT_VERSION,
    subdomain: session?.user.subdomain ?? boot().tenant?.subdomain ?? '',
  };
  const headers = Object.fromEntries(route.headers.map((name) => [headerNames[name], values[name]]));
  // docs/product.md: an envelope route is text/plain even when the call has no body
  if (route.wire === 'envelope') headers['content-type'] = 'text/plain';
  else if (hasBody) headers['content-type'] = 'application/json';
  if (session && route.access.who !== 'admin-cookie') headers.authorization = `Bearer ${session.token}`;
  return headers;
}

async function bodyOnTheWire(route: RouteSpec, body: unknown): Promise<string | undefined> {
  if (body === undefined) return undefined;
  const sealed = (value: unknown) =>
    seal(value).catch((cause: unknown) => {
      throw new ApiError({ kind: 'encryption' }, cause);
    });
  if (route.wire === 'envelope') return sealed(body);
  if (route.wire === 'sealed' && isRecord(body)) return JSON.stringify({ ...body, data: await sealed(body.data) });
  return JSON.stringify(body);
}

async function readReply(route: RouteSpec, response: Response): Promise<unknown> {
  try {
    if (route.wire === 'envelope') return await open(await response.text());
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  } catch (cause) {
    throw new ApiError({ kind: 'decryption', status: response.status }, cause);
  }
}

async function refusal(route: RouteSpec, response: Response, session: Session | undefined): Promise<ApiError> {
  const reply = await readReply(route, response).catch((cause: unknown) => {
    // a proxy's own page instead of our JSON: there is nothing to decrypt and no sentence of the server's
    if (route.wire !== 'envelope') return null;
    throw cause;
  });
  const error = refusedBy(route, response, reply);
  const { status, code, message } = error.failure;
  // login-as is refused for want of its cookie: the session itself may be as good as ever
  const endsSession = status === 401 && code !== 'wrong_credentials' && route.access.who !== 'admin-cookie';
  if (session && endsSession) sessionRefused(session, message);
  return error;
}

function refusedBy(route: RouteSpec, { status, headers }: Response, reply: unknown): ApiError & { failure: Refusal } {
  const { code, message, path } = failureIn(reply, route.wire === 'message' && status >= 400 ? 'message' : 'error');
  const retryAfterSeconds = Number(headers.get('retry-after')) || null;
  const requestId = headers.get('x-request-id');
  const beside = isRecord(reply) && 'need' in reply ? { beside: reply } : {};
  const failure: Refusal = { kind: 'refused', status, code, message, path, retryAfterSeconds, requestId, ...beside };
  return Object.assign(new ApiError(failure), { failure });
}

function failureIn(reply: unknown, field: 'error' | 'message'): Pick<Refusal, 'code' | 'message' | 'path'> {
  const said = isRecord(reply) ? reply[field] : undefined;
  if (typeof said === 'string') return { code: null, message: said || null, path: null };
  if (!isRecord(said)) return { code: null, message: null, path: null };
  const code = isErrorCode(said.code) ? said.code : null;
  const message = typeof said.message === 'string' && said.message ? said.message : code && errorCodes[code].message;
  return { code, message, path: isPath(said.path) ? said.path : null };
}

const isPath = (value: unknown): value is FaultPath =>
  Array.isArray(value) && value.every((step) => typeof step === 'string' || typeof step === 'number');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      // an empty text in a list is a value: a report's rows where something is not known
      if (one !== undefined && one !== null && (one !== '' || Array.isArray(value))) search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}
