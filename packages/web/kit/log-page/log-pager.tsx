// Under a log: how many rows to a page, and the way to older and newer ones. A log that grows has no page numbers.
import { Button, Group, NativeSelect } from '@mantine/core';
import { pageSizes } from '@tributary/contract/lists';
import { IconArrowLeft, IconArrowRight } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import classes from '../resource/pager.module.css';

interface LogPagerProps {
  pageSize: number;
  onPageSize: (size: number) => void;
  isNewest: boolean;
  newest: () => void;
  newer: (() => void) | null;
  older: (() => void) | null;
}

export function LogPager({ pageSize, onPageSize, isNewest, newest, newer, older }: LogPagerProps) {
  return (
    <nav className={classes.pager} aria-label={t('logPage.pages')}>
      <NativeSelect
        aria-label={t('common.rowsPerPage')}
        size="xs"
        value={String(pageSize)}
        data={pageSizes.map((size) => ({ value: String(size), label: t('common.perPage', { size }) }))}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
      />
      <Group gap="xs">
        {!isNewest && (
          <Button size="xs" variant="subtle" onClick={newest}>
            {t('logPage.newest')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          disabled={!newer}
          onClick={newer ?? undefined}
        >
          {t('logPage.newer')}
        </Button>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconArrowRight size={14} aria-hidden />}
          disabled={!older}
          onClick={older ?? undefined}
        >
          {t('logPage.older')}
        </Button>
      </Group>
    </nav>
  );
}
