// All of a list or a report as a file, in the formats that there are of it.
import { Button, Menu } from '@mantine/core';
import type { ExportFormat } from '@tributary/contract/reports/reports';
import { type ReactNode, useState } from 'react';
import { IconDownload } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';

const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: t('resource.excelXlsx'), json: 'JSON' };

interface ExportMenuProps<Format extends ExportFormat> {
  formats: readonly Format[];
  make: (format: Format) => Promise<void>;
  /** what the menu shows besides; it stays open then */
  below?: { shown: boolean; show: (shown: boolean) => void; items: ReactNode };
}

export function ExportMenu<Format extends ExportFormat>({ formats, make, below }: ExportMenuProps<Format>) {
  const [making, setMaking] = useState(false);
  const start = (format: Format) => {
    setMaking(true);
    void make(format).finally(() => setMaking(false));
  };
  const isBusy = making && !below;
  return (
    <Menu
      opened={below?.shown}
      onChange={below?.show}
      closeOnItemClick={!below}
      position="bottom-end"
      width={below ? 280 : 200}
    >
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={isBusy}
          aria-busy={isBusy}
        >
          {isBusy ? t('resource.exporting') : t('common.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('resource.exportEveryRowAs')}</Menu.Label>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => start(format)}>
            {formatNames[format]}
          </Menu.Item>
        ))}
        {below?.items}
      </Menu.Dropdown>
    </Menu>
  );
}
