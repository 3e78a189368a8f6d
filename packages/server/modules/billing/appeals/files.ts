// What may be attached is judged by its bytes: pictures, PDFs and plain text. Nothing that a browser would run.
import { createHash } from 'node:crypto';
import { MAX_APPEAL_FILE_BYTES } from '@tributary/contract/billing/appeals';
import { Fault } from '../../../platform/fault.ts';
import { safeFileName } from '../../../platform/file-name.ts';
import { newId } from '../../../platform/ids.ts';
import { readPicture } from '../../../platform/picture.ts';
import type { NewFile } from './appeals.repo.ts';

const isText = (bytes: Buffer): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from the rest
    return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text);
  } catch {
    return false;
  }
};

function mediaTypeOf(bytes: Buffer): string | null {
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf';
  return readPicture(bytes)?.contentType ?? (isText(bytes) ? 'text/plain; charset=utf-8' : null);
}

export const readFiles = (files: readonly { name: string; data: string }[]): NewFile[] =>
  files.map(({ name, data }, at) => {
    const content = Buffer.from(data, 'base64');
    const path = ['files', at];
    if (content.length === 0) throw new Fault('invalid_input', 'This file is empty.', { path });
    if (content.length > MAX_APPEAL_FILE_BYTES)
      throw new Fault('invalid_input', 'A file may have at most 5 MB. Please choose a smaller one.', { path });
    const mediaType = mediaTypeOf(content);
    const kept = mediaType && safeFileName(name, mediaType);
    if (!mediaType || !kept)
      throw new Fault('invalid_input', 'Please choose a PDF, a picture or a text file.', { path });
    return {
      id: newId(),
      name: kept,
      media_type: mediaType,
      content,
      sha256: createHash('sha256').update(content).digest(),
    };
  });
