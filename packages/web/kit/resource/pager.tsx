// Under a list: what part of it is shown, how many to a page, and the pages.
import { Group, NativeSelect, Pagination } from '@mantine/core';
import { pageSizes } from '@tributary/contract/lists';
import { count } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import classes from './pager.module.css';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

export function Pager({ page, pageSize, total, onPage, onPageSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <div className={classes.pager}>
      <Group gap="xs">
        <NativeSelect
          aria-label={t('common.rowsPerPage')}
          size="xs"
          value={String(pageSize)}
          data={pageSizes.map((size) => ({ value: String(size), label: t('common.perPage', { size }) }))}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />
        <span className={classes.part}>
          {t('resource.of', { first: count(first), last: count(last), total: count(total) })}
        </span>
      </Group>
      <Pagination
        size="sm"
        value={Math.min(page, pages)}
        total={pages}
        onChange={onPage}
        siblings={1}
        getControlProps={(control) => ({ 'aria-label': t(`pager.${control}`) })}
        getItemProps={(item) => ({ 'aria-label': t('common.page2', { item }) })}
      />
    </div>
  );
}
