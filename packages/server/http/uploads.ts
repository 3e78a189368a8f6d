// Pictures that people uploaded, on a host of their own: `uploads` is a reserved label, so no tenant's page, cookie or
// token lives there. Whatever else is asked of that host does not exist, its icon apart.
import { type HostSettings, placeOf } from '@tributary/contract/hosts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ICON_PATHS } from './icon.ts';

export const UPLOADS_LABEL = 'uploads';

export interface UploadsDeps {
  read(subdomain: string, id: string): Promise<{ contentType: string; bytes: Buffer } | null>;
}

const PATH = /^\/([a-z0-9-]{1,63})\/([0-9a-f-]{36})$/;

export function mountUploads(app: FastifyInstance, hosts: HostSettings, { read }: UploadsDeps): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [, subdomain, id] = PATH.exec(request.url.split('?')[0] ?? '') ?? [];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const upload = isRead && subdomain && id ? await read(subdomain, id) : null;
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (!upload) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found.');
    }
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // the panel and publishers' pages show it from their own origins
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-length', upload.bytes.length)
        .type(upload.contentType)
        .send(request.method === 'HEAD' ? null : upload.bytes)
    );
  };
  app.addHook('onRequest', async (request, reply) => {
    if (ICON_PATHS.includes(request.url)) return;
    const place = placeOf(request.headers.host, hosts);
    if (place.kind === 'tenant' && place.subdomain === UPLOADS_LABEL) return answer(request, reply);
  });
}
