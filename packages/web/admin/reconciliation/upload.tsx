// Uploads of account managers: an advertiser's file, and the publisher's export beside it.
import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { dateOrders, publisherColumnsRead } from '@tributary/contract/trust/reconciliation-words';
import {
  type PublisherMap,
  type Reconciliation,
  reconciliationRoutes,
} from '@tributary/contract/trust/reconciliations';
import { useState } from 'react';
import {
  columnWords,
  FileChoice,
  optionsOf,
  orderWords,
  Sample,
  UploadDialog,
  useChosenFile,
} from '../../features/reconciliation/upload-dialog.tsx';
import { VALIDATION } from '../../features/reconciliation/words.ts';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import { t as say } from '../../words/kit.ts';

export function UploadValidation({ close, tools }: DialogProps<Reconciliation>) {
  const [advertiser, setAdvertiser] = useState('');
  const { session } = tools;
  return (
    <UploadDialog
      isReady={advertiser !== ''}
      before={
        <RemoteSelect
          name="advertiser_id"
          label={t('common.advertiser')}
          required
          value={advertiser}
          onChange={setAdvertiser}
          of={['advertiser']}
          load={loadChoices('advertiser')}
        />
      }
      offers={(value, set) => (
        <RemoteSelect
          name="offer_id"
          label={t('common.offer')}
          placeholder={say('validation.allOffers')}
          clearable
          value={value ?? ''}
          onChange={(id) => set(id || null)}
          of={['offer']}
          load={loadChoices('offer')}
        />
      )}
      read={(file) =>
        call(reconciliationRoutes.readReconciliationFile, { body: { advertiser_id: advertiser, file } }, { session })
      }
      send={async (upload) => {
        const body = { advertiser_id: advertiser, ...upload };
        const { id } = await call(reconciliationRoutes.startReconciliation, { body }, { session });
        close();
        tools.go(`${VALIDATION.admin}/${id}`);
      }}
      close={close}
    />
  );
}

interface PublisherFileProps {
  id: string;
  close: () => void;
  reload: () => Promise<void>;
}
export function PublisherFileDialog({ id, close, reload }: PublisherFileProps) {
  const { session } = useSession();
  const [publisher, setPublisher] = useState('');
  const [map, setMap] = useState<PublisherMap | null>(null);
  const { chosen, fault, busy, attempt, take } = useChosenFile((file) =>
    call(reconciliationRoutes.readReconciliationFile, { body: { advertiser_id: null, file } }, { session }),
  );
  const send = () =>
    attempt(async () => {
      if (!chosen || !map) return;
      const body = { publisher_id: publisher, file: chosen.file, map };
      await call(reconciliationRoutes.addPublisherFile, { params: { id }, body }, { session });
      close();
      await reload();
    });
  return (
    <FormModal opened onClose={close} title={say('validation.publisherFile')} size={640}>
      <Stack gap="md">
        <Text size="sm">{say('validation.publisherFileHelp')}</Text>
        {fault !== null && <FormMessage message={{ tone: 'error', text: fault }} />}
        <RemoteSelect
          name="publisher_id"
          label={t('common.publisher')}
          required
          value={publisher}
          onChange={setPublisher}
          of={['publisher']}
          load={loadChoices('publisher')}
        />
        <FileChoice
          chosen={chosen}
          disabled={busy}
          take={(file) => take(file, (found) => setMap(found.publisher_map))}
        />
        {chosen && map && (
          <>
            <Sample found={chosen.found} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {publisherColumnsRead.map((name) => (
                <Select
                  key={name}
                  label={columnWords[name]}
                  clearable
                  data={[...new Set(chosen.found.headings)]}
                  value={map[name]}
                  onChange={(heading) => setMap({ ...map, [name]: heading })}
                />
              ))}
              <Select
                label={say('validation.dates')}
                allowDeselect={false}
                data={optionsOf(dateOrders, orderWords)}
                value={map.date_order}
                onChange={(order) => setMap({ ...map, date_order: dateOrders.find((one) => one === order) ?? 'iso' })}
              />
            </SimpleGrid>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button disabled={busy || !chosen || publisher === ''} onClick={() => void send()}>
            {say('validation.compare')}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
