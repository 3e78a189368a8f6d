// Try a postback: what would become of it, with every check explained; nothing is recorded.
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { conversionRoutes, receiptOutcomes } from '@tributary/contract/conversions/conversions';
import type { ResultOf } from '@tributary/contract/route';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Trace } from '../../kit/log-page/details.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { money, words } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';

export function CheckPanel({ advertiserId }: { advertiserId: string }) {
  const { session } = useSession();
  const [address, setAddress] = useState('');
  const check = useMutation({
    mutationFn: () =>
      call(conversionRoutes.checkPostback, { params: { id: advertiserId }, body: { address } }, { session }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <Stack gap="md">
        {check.isError && <FormMessage message={{ tone: 'error', text: sentenceFor(check.error) }} />}
        <Textarea
          label={t('common.postback')}
          description={t('postbacks.withTheClickIdOf')}
          autosize
          minRows={2}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" disabled={check.isPending || address.trim() === ''}>
            {check.isPending ? t('postbacks.trying') : t('postbacks.tryIt')}
          </Button>
        </Group>
        {check.data && <Result result={check.data} />}
      </Stack>
    </form>
  );
}

function Result({
  result: { outcome, conversion, trace },
}: {
  result: ResultOf<typeof conversionRoutes.checkPostback>;
}) {
  const amounts =
    conversion &&
    t('postbacks.revenuePayout', {
      status: words(conversion.status),
      revenue: money(conversion.revenue, conversion.currency),
      payout: money(conversion.payout, conversion.currency),
    });
  const text = [said(receiptOutcomes[outcome]), amounts].filter(Boolean).join(': ');
  return (
    <>
      <FormMessage message={{ tone: outcome === 'recorded' ? 'success' : 'error', text }} />
      <Trace steps={trace} />
    </>
  );
}
