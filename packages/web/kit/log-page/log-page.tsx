// A log screen from its declaration: a list that grows at the top.
import { Button, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { count } from '../../ui/format.ts';
import { IconArrowUp, IconInbox, IconSearch } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { SelectionBar } from '../resource/bulk-bar.tsx';
import { ListFrame } from '../resource/list-frame.tsx';
import { useOpenVerbs } from '../shell/permissions.ts';
import type { RowBase } from '../table/column.ts';
import type { Log } from './log-declaration.ts';
import classes from './log-page.module.css';
import { LogPager } from './log-pager.tsx';
import { isNarrowed } from './log-state.ts';
import { PeriodMenu } from './period-menu.tsx';
import { useLogRows, useLogSelection, useLogState, useNewerRows } from './use-log.ts';

interface LogPageProps<Row extends RowBase> {
  log: Log<Row>;
  /** what stands between the head and the rows: tabs, a balance */
  intro?: ReactNode;
}

export function LogPage<Row extends RowBase>({ log, intro }: LogPageProps<Row>) {
  const { state, change, older, newer, newest } = useLogState(log);
  const { answer, reload, loadAll, query } = useLogRows(log, state);
  const cameSince = useNewerRows(log, query, answer);
  const { rows, next } = answer.data ?? { rows: [], next: null };
  const { selection, clear } = useLogSelection(
    { rows, next, isWhole: state.after === null && next === null },
    loadAll,
    JSON.stringify([state.q, state.period, state.filters]),
  );
  const bulkActions = useOpenVerbs(log.bulkActions);
  const { limit: _limit, after: _after, ...filtered } = query ?? {};
  return (
    <ListFrame
      list={log}
      note={log.purpose}
      intro={intro}
      state={state}
      change={change}
      answer={answer}
      reload={reload}
      rows={rows}
      table={{ offset: 0, sort: null, onSort: () => undefined, selection: bulkActions ? selection : undefined }}
      period={log.hasPeriod && <PeriodMenu period={state.period} change={(period) => change({ period })} />}
      filtered={query && filtered}
      notice={
        cameSince > 0 && (
          <UnstyledButton className={classes.newer} role="status" onClick={() => void reload()}>
            <IconArrowUp size={14} aria-hidden />
            {t('logPage.newerRowsShow', { count: cameSince })}
          </UnstyledButton>
        )
      }
      empty={
        // what could not be read is not said to be empty
        answer.isError ? null : isNarrowed(state) || state.after ? (
          <EmptyState
            icon={<IconSearch size={22} aria-hidden />}
            title={t('common.nothingFound')}
            text={log.nothingFound}
            action={
              <Button variant="default" onClick={() => change({ q: '', period: '', filters: {} })}>
                {t('logPage.showEverything')}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<IconInbox size={22} aria-hidden />} {...log.empty} />
        )
      }
      pager={
        (rows.length > 0 || state.after !== null) && (
          <LogPager
            pageSize={state.pageSize}
            onPageSize={(pageSize) => change({ pageSize })}
            isNewest={state.after === null}
            newest={newest}
            newer={newer}
            older={next ? () => older(next) : null}
          />
        )
      }
      bar={(tools) =>
        bulkActions && (
          <SelectionBar
            rows={[...selection.rows.values()]}
            text={log.selectedText?.(selection.rows.size) ?? t('common.selected', { size: count(selection.rows.size) })}
            actions={bulkActions.map((action) => ({
              ...action,
              run: (chosen: readonly Row[]) => action.run(chosen, tools),
            }))}
            clear={clear}
            reload={reload}
          />
        )
      }
    />
  );
}
