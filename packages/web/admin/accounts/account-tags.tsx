// An account's tags: typed and entered, saved as they change.
import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { t } from '../../words/admin.ts';
import type { PartProps } from './details.tsx';
import { savePart } from './save-part.ts';

const MOST = 20;
const LONGEST = 50;

export function AccountTags({ words, account, tools }: PartProps) {
  const mayWrite = useMay()(words.routes.setTags);
  const [tags, setTags] = useState(account.tags);
  const [busy, setBusy] = useState(false);
  const save = async (wanted: string[]) => {
    setTags(wanted);
    setBusy(true);
    const sent = call(words.routes.setTags, { params: { id: account.id }, body: { tags: wanted } }, tools);
    if (!(await savePart(sent, t('accounts.tagsSavedSuccessfully'), tools))) setTags(account.tags);
    setBusy(false);
  };
  return (
    <TagsInput
      aria-label={t('common.tags')}
      placeholder={tags.length === 0 && mayWrite ? t('accounts.typeATagAndPress') : undefined}
      value={tags}
      maxTags={MOST}
      maxLength={LONGEST}
      readOnly={busy || account.deleted_at !== null || !mayWrite}
      clearable={false}
      onChange={(wanted) => void save(wanted)}
    />
  );
}
