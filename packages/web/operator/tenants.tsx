// Every tenant of the installation: its plan, what is left of it, what it has used of it this month.
import { operatorRoutes, tenantList } from '@tributary/contract/operator';
import type { ResultOf } from '@tributary/contract/route';
import { plans } from '@tributary/contract/site/plans';
import { boot } from '../kit/boot.ts';
import { confirmDialog } from '../kit/dialogs/dialogs.tsx';
import { toast } from '../kit/dialogs/toast.tsx';
import { resource, type Tools } from '../kit/resource/declaration.ts';
import { formDialog } from '../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../kit/resource/resource-page.tsx';
import { IconClock, IconCreditCard, IconExternalLink, IconPlayerPause, IconPlayerPlay } from '../ui/icons.ts';
import { t } from '../words/operator.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { reporting } from './reporting.ts';
import { operate } from './session.ts';
import { termOf } from './term.ts';

export type Tenant = ResultOf<typeof operatorRoutes.operatorTenants>['rows'][number];

const originOf = ({ subdomain }: Tenant): string => {
  const main = new URL(boot().mainOrigin);
  return `${main.protocol}//${subdomain}.${main.host}`;
};

const planName = ({ plan }: Tenant): string => plans.find(({ id }) => id === plan)?.name ?? plan;

async function suspend(tenant: Tenant, tools: Tools<Tenant>): Promise<void> {
  const sure = await confirmDialog({
    title: t('tenants.suspend', { displayName: tenant.display_name }),
    text: t('tenants.nobodyCanSignInThere'),
    confirm: t('tenants.suspend2'),
    danger: true,
  });
  if (sure) await act(operatorRoutes.suspendTenant, 'suspended', tenant, tools);
}

async function resume(tenant: Tenant, tools: Tools<Tenant>): Promise<void> {
  const sure = await confirmDialog({
    title: t('tenants.resume', { displayName: tenant.display_name }),
    text: t('tenants.itsPeopleCanSignIn'),
    confirm: t('tenants.resume2'),
  });
  if (sure) await act(operatorRoutes.resumeTenant, t('tenants.activeAgain'), tenant, tools);
}

async function act(
  route: typeof operatorRoutes.suspendTenant | typeof operatorRoutes.resumeTenant,
  now: string,
  tenant: Tenant,
  tools: Tools<Tenant>,
): Promise<void> {
  const done = await reporting(t('tenants.wasNotChanged', { subdomain: tenant.subdomain }), () =>
    operate(route, { params: { id: tenant.id } }),
  );
  if (done) toast.success(t('tenants.is', { displayName: tenant.display_name, now }));
  await tools.reload();
}

const tenants = resource(tenantList, {
  name: 'operator-tenants',
  title: t('common.tenants'),
  countText: (total) => t('tenants.tenants', { count: total }),
  load: (query, { signal }) => operate(operatorRoutes.operatorTenants, { query }, signal),
  nameOf: (tenant) => tenant.display_name,
  searchPlaceholder: t('tenants.searchByNameOrSubdomain'),
  defaultSort: '-created_at',
  columns: [
    {
      id: 'subdomain',
      title: t('common.tenant'),
      kind: 'person',
      fixed: true,
      value: (tenant) => ({ name: tenant.display_name, email: new URL(originOf(tenant)).host }),
    },
    { id: 'status', title: t('tenants.status') },
    { id: 'plan', title: t('common.plan'), kind: 'text', value: planName },
    { id: 'plan_ends_at', title: t('tenants.term'), kind: 'text', value: (tenant) => termOf(tenant) },
    { id: 'clicks', title: t('tenants.clicksThisMonth'), kind: 'usage', value: ({ clicks }) => clicks },
    {
      id: 'conversions',
      title: t('tenants.conversionsThisMonth'),
      kind: 'usage',
      value: ({ conversions }) => conversions,
    },
    { id: 'created_at', title: t('tenants.created') },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'plan_kind',
      label: t('tenants.term'),
      options: [
        { value: 'trial', label: t('common.trial') },
        { value: 'paid', label: t('tenants.paidPlan') },
      ],
    },
    {
      kind: 'choices',
      name: 'status',
      label: t('tenants.status'),
      options: [
        { value: 'active', label: t('tenants.active') },
        { value: 'suspended', label: t('tenants.suspended') },
      ],
    },
  ],
  rowActions: [
    {
      label: t('tenants.openWorkspace'),
      calls: null,
      icon: IconExternalLink,
      when: () => true,
      run: (tenant) => void window.open(originOf(tenant), '_blank', 'noopener'),
    },
    {
      label: t('tenants.extendTrial'),
      calls: operatorRoutes.extendTrial,
      icon: IconClock,
      when: ({ plan_kind }) => plan_kind === 'trial',
      run: (tenant, { open }) => open('extend', tenant),
    },
    {
      label: t('common.changePlan'),
      calls: operatorRoutes.changePlan,
      icon: IconCreditCard,
      when: () => true,
      run: (tenant, { open }) => open('plan', tenant),
    },
    {
      label: t('tenants.suspend2'),
      calls: operatorRoutes.suspendTenant,
      icon: IconPlayerPause,
      danger: true,
      when: ({ status }) => status === 'active',
      run: suspend,
    },
    {
      label: t('tenants.resume2'),
      calls: operatorRoutes.resumeTenant,
      icon: IconPlayerPlay,
      when: ({ status }) => status === 'suspended',
      run: resume,
    },
  ],
  dialogs: {
    extend: formDialog<Tenant, { days: number }>({
      title: t('tenants.extendTheTrial'),
      form: () => ({
        fields: [
          {
            kind: 'number',
            name: 'days',
            label: t('tenants.days'),
            help: t('tenants.countedFromTheEndOf'),
            required: true,
          },
        ],
        initial: { days: 14 },
        schema: operatorRoutes.extendTrial.body,
        submit: t('tenants.extendTrial'),
        busy: t('tenants.extending'),
      }),
      send: (body, tenant) => operate(operatorRoutes.extendTrial, { params: { id: tenant?.id ?? '' }, body }),
      success: t('tenants.trialExtended'),
    }),
    plan: (props) => <ChangePlanDialog {...props} />,
  },
  texts: {
    loading: t('tenants.loadingTenants'),
    emptyTitle: t('tenants.noTenantsHere'),
    emptyText: t('tenants.aTenantComesIntoBeing'),
  },
});

export default function Tenants() {
  return <ResourcePage list={tenants} />;
}
