// What partners send: a form, an invoice. Judged by its bytes, kept as it came.
import { createHash } from 'node:crypto';
import { MAX_BILLING_FILE } from '@tributary/contract/billing/terms';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { safeFileName } from '../../../platform/file-name.ts';
import { newId } from '../../../platform/ids.ts';
import { readPicture } from '../../../platform/picture.ts';
import { addFile, type NewFile } from './documents.repo.ts';

/** null where it is none of those that are taken */
function mediaTypeOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  const picture = readPicture(bytes);
  return picture && ['image/png', 'image/jpeg'].includes(picture.contentType) ? picture.contentType : null;
}

/** its id */
export async function keepFile(
  tx: Tx,
  file: Omit<NewFile, 'id' | 'mediaType' | 'sha256' | 'content'> & { data: string },
): Promise<string> {
  const { data, ...rest } = file;
  const content = Buffer.from(data, 'base64');
  if (content.length > MAX_BILLING_FILE) throw new Fault('too_large', 'A file may have at most 10 MB.');
  const mediaType = mediaTypeOf(content);
  const name = mediaType && safeFileName(rest.name, mediaType);
  if (!mediaType || !name) throw new Fault('invalid_input', 'Please choose a PDF, PNG or JPEG.');
  const id = newId(file.at.getTime());
  const sha256 = createHash('sha256').update(content).digest();
  await addFile(tx, { ...rest, name, id, mediaType, content, sha256 });
  return id;
}
