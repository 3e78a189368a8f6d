// Account › Security: the workspace's rules for signing in. A change takes a recent password; a list of networks that would lock its
// author out is refused by the server.
import { Button, Group, NumberInput, Select, Skeleton, TagsInput, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { securityRoutes } from '@tributary/contract/accounts/security';
import type { ArgsOf, ResultOf } from '@tributary/contract/route';
import { SESSION_LIMITS, securityFields, twoFactorPolicies } from '@tributary/contract/settings/security';
import { z } from 'zod';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { firstComplaint } from '../../kit/form/form-declaration.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { Card, Cards } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import classes from './rules.module.css';
import { securityTabs } from './tabs.ts';

type Policy = ResultOf<typeof securityRoutes.securityPolicy>;
type Rules = ArgsOf<typeof securityRoutes.saveSecurityPolicy>['body']['value'];

const policyWords = {
  off: t('security.twoFactorOff'),
  employees: t('security.twoFactorEmployees'),
  everyone: t('security.twoFactorEveryone'),
};

export default function SecurityRules() {
  const { session } = useSession();
  useTitle(t('menu.security'));
  const answer = useQuery({
    queryKey: ['security-policy', session.token],
    queryFn: ({ signal }) => call(securityRoutes.securityPolicy, {}, { session, signal }),
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader title={t('menu.security')} note={t('security.purpose')} />
      <PageTabs label={t('menu.security')} tabs={securityTabs} />
      {answer.isPending && <Skeleton height={420} maw={760} />}
      {answer.isError && !answer.data && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.data && <RulesForm key={answer.data.version} policy={answer.data} />}
    </>
  );
}

const entered = ({ value: { employees_since: _team, partners_since: _others, ...rules } }: Policy): Rules => rules;
const schema = z.object(securityFields);
const fields = (Object.keys(securityFields) as (keyof Rules)[]).map(
  (name) => ({ name, label: name, kind: 'text' }) as const,
);

function RulesForm({ policy }: { policy: Policy }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const mayWrite = useMay()(securityRoutes.saveSecurityPolicy);
  const form = useForm<Rules>(entered(policy), {
    check: (values) => firstComplaint({ fields, schema }, values),
    send: async (value) => {
      const body = { version: policy.version, value };
      const saved = await call(securityRoutes.saveSecurityPolicy, { body }, { session });
      queries.setQueryData(['security-policy', session.token], saved);
      toast.success(t('security.saved'));
      return undefined;
    },
  });
  const { values, set, unsaved } = form;
  useLeaveGuard(() => unsaved, t('security.changesLost'));
  const number = (name: 'password_min_length' | 'session_hours' | 'idle_minutes' | 'remember_days', most: number) => ({
    max: most,
    allowDecimal: false,
    value: values[name],
    error: form.faulty === name,
    onChange: (value: string | number) => set(name, Number(value)),
  });
  const lists = [
    ...policy.roles,
    { id: 'publisher', name: t('common.affiliates') },
    { id: 'advertiser', name: t('common.advertisers') },
  ];
  const networksOf = (role: string) => values.login_networks.find((list) => list.role === role)?.networks ?? [];
  const setNetworks = (role: string, networks: string[]) => {
    const others = values.login_networks.filter(
      (list) => list.role !== role && lists.some(({ id }) => id === list.role),
    );
    set('login_networks', networks.length > 0 ? [...others, { role, networks }] : others);
  };
  return (
    <form onSubmit={form.onSubmit}>
      <fieldset className={classes.fields} disabled={!mayWrite || form.busy}>
        <Cards>
          <FormMessage message={form.message} />
          <Card title={t('security.twoFactor')} note={t('security.twoFactorText')}>
            <Select
              label={t('security.demandedOf')}
              data={twoFactorPolicies.map((value) => ({ value, label: policyWords[value] }))}
              value={values.two_factor}
              allowDeselect={false}
              onChange={(value) => set('two_factor', twoFactorPolicies.find((one) => one === value) ?? 'off')}
            />
            {policy.people.demanded > 0 && (
              <Text size="sm" c="dimmed" mt="xs">
                {t('security.without', { without: policy.people.without, demanded: policy.people.demanded })}
              </Text>
            )}
          </Card>
          <Card title={t('security.passwordsAndSessions')} note={t('security.passwordsAndSessionsText')}>
            <div className={classes.grid}>
              <NumberInput label={t('security.passwordMin')} min={6} {...number('password_min_length', 64)} />
              <NumberInput
                label={t('security.sessionHours')}
                min={1}
                {...number('session_hours', SESSION_LIMITS.hours)}
              />
              <NumberInput
                label={t('security.idleMinutes')}
                min={5}
                {...number('idle_minutes', SESSION_LIMITS.idleMinutes)}
              />
              <NumberInput
                label={t('security.rememberDays')}
                description={t('security.rememberDaysHelp')}
                min={0}
                {...number('remember_days', SESSION_LIMITS.rememberDays)}
              />
            </div>
          </Card>
          <Card title={t('security.networks')} note={t('security.networksText', { address: policy.your_address })}>
            <div className={classes.stack}>
              {lists.map(({ id, name }) => (
                <TagsInput
                  key={id}
                  label={name}
                  placeholder={networksOf(id).length > 0 ? '' : t('security.fromAnywhere')}
                  value={[...networksOf(id)]}
                  splitChars={[',', ' ', ';']}
                  acceptValueOnBlur
                  onChange={(networks) => setNetworks(id, networks)}
                />
              ))}
            </div>
          </Card>
          <Card title={t('security.apiNetworks')} note={t('security.apiNetworksText')}>
            <TagsInput
              label={t('security.apiKeys')}
              placeholder={values.api_networks.length > 0 ? '' : t('security.fromAnywhere')}
              value={[...values.api_networks]}
              splitChars={[',', ' ', ';']}
              acceptValueOnBlur
              onChange={(networks) => set('api_networks', networks)}
            />
          </Card>
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {unsaved
                ? t('security.unsaved')
                : policy.changed_at === null
                  ? t('security.asItBegan')
                  : t('security.changed', { at: dateTime(policy.changed_at), name: policy.changed_by_name ?? '' })}
            </Text>
            {mayWrite && (
              <Button type="submit" disabled={form.busy}>
                {form.busy ? t('common.saving') : t('security.save')}
              </Button>
            )}
          </Group>
        </Cards>
      </fieldset>
    </form>
  );
}
