// A whole report as a file. The server makes it; the menu shows how far it is, here and after coming back to the page.
import { Menu, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ExportFormat,
  exportFormats,
  type ReportExport,
  reportRoutes,
  type StoredQuery,
} from '@tributary/contract/reports/reports';
import { useState } from 'react';
import { call, callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import type { Session } from '../../kit/api/session.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { ExportMenu } from '../../kit/resource/export-menu.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { byteSize, count, relativeDate } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import classes from './report.module.css';

const LOOK_MS = 700;
const SHOWN = 5;
const inWork = ({ state }: ReportExport): boolean => state === 'waiting' || state === 'running';

export function ReportExports({ name, query }: { name: string; query: StoredQuery }) {
  const { session } = useSession();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const key = ['report-exports', session.token];
  const exports = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(reportRoutes.reportExports, {}, { session, signal }),
    enabled: opened,
    refetchInterval: ({ state }) => (state.data?.rows.some(inWork) ? LOOK_MS : false),
  });
  const start = async (format: ExportFormat) => {
    try {
      await call(reportRoutes.startExport, { body: { name, format, query } }, { session });
      await queryClient.invalidateQueries({ queryKey: key });
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  const rows = exports.data?.rows ?? [];
  const items = (
    <>
      {rows.length > 0 && <Menu.Label>{t('report.yourExports')}</Menu.Label>}
      {rows.slice(0, SHOWN).map((one) => (
        <Menu.Item key={one.id} disabled={one.state !== 'ready'} onClick={() => void take(one, session)}>
          <span className={classes.export}>
            <span>{`${one.name}.${one.format}`}</span>
            <small>{stateText(one)}</small>
            {inWork(one) && (
              <Progress value={one.progress} size="sm" aria-label={t('report.progressOf', { name: one.name })} />
            )}
          </span>
        </Menu.Item>
      ))}
    </>
  );
  return <ExportMenu formats={exportFormats} make={start} below={{ shown: opened, show: setOpened, items }} />;
}

function stateText({ state, progress, rows, bytes, error, created_at }: ReportExport): string {
  const many = t('report.rows', { rows: count(rows) });
  if (state === 'ready') return `${many}, ${byteSize(bytes ?? 0)}, ${relativeDate(created_at)}. Download`;
  if (state === 'failed') return error ?? t('report.itCouldNotBeMade');
  return state === 'expired' ? t('report.noLongerKept') : `${progress}%, ${many}`;
}

async function take(one: ReportExport, session: Session): Promise<void> {
  try {
    download(
      `${one.name}.${one.format}`,
      await callForBlob(reportRoutes.exportFile, { params: { id: one.id } }, { session }),
    );
  } catch (error) {
    toast.error(sentenceFor(error));
  }
}
