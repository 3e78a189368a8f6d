// For `ledger:verify`: what was handed to banks is what was kept. Its content is sealed, so it is opened one file at a time.
import { createHash } from 'node:crypto';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Vault } from '../../../../platform/vault.ts';
import { fileById, readyFiles } from './files.repo.ts';
import { openFile } from './make-files.ts';

export async function checkFiles(tx: Tx, vault: Vault): Promise<string[]> {
  const findings: string[] = [];
  for (const { id, name } of await readyFiles(tx)) {
    const file = await fileById(tx, id);
    const content = file && openFile(vault, file);
    if (typeof content !== 'string') findings.push(`the payment file ${name} (${id}) cannot be opened`);
    else if (
      !createHash('sha256')
        .update(content)
        .digest()
        .equals(file?.sha256 ?? Buffer.alloc(0))
    )
      findings.push(`the payment file ${name} (${id}) is not what was kept`);
  }
  return findings;
}
