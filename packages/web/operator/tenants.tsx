// Every tenant of the installation: its plan, what is left of it, what it has used of it this month.
import { operatorRoutes, tenantList } from '@tributary/contract/operator';
import { plans } from '@tributary/contract/plans';
import type { ResultOf } from '@tributary/contract/route';
import { boot } from '../kit/boot.ts';
import { confirmDialog } from '../kit/dialogs.tsx';
import { resource, type Tools } from '../kit/resource/declaration.ts';
import { formDialog } from '../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../kit/resource/resource-page.tsx';
import { columnsOf } from '../kit/table/list-columns.ts';
import { toast } from '../kit/toast.tsx';
import { count } from '../ui/format.ts';
import { IconClock, IconCreditCard, IconExternalLink, IconPlayerPause, IconPlayerPlay } from '../ui/icons.ts';
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
    title: `Suspend ${tenant.display_name}?`,
    text: 'Nobody can sign in there and its traffic goes to its fallback until you resume it. Nothing is deleted.',
    confirm: 'Suspend',
    danger: true,
  });
  if (sure) await act(operatorRoutes.suspendTenant, 'suspended', tenant, tools);
}

async function resume(tenant: Tenant, tools: Tools<Tenant>): Promise<void> {
  const sure = await confirmDialog({
    title: `Resume ${tenant.display_name}?`,
    text: 'Its people can sign in again and its traffic flows as before.',
    confirm: 'Resume',
  });
  if (sure) await act(operatorRoutes.resumeTenant, 'active again', tenant, tools);
}

async function act(
  route: typeof operatorRoutes.suspendTenant | typeof operatorRoutes.resumeTenant,
  now: string,
  tenant: Tenant,
  tools: Tools<Tenant>,
): Promise<void> {
  const done = await reporting(`${tenant.subdomain} was not changed`, () =>
    operate(route, { params: { id: tenant.id } }),
  );
  if (done) toast.success(`${tenant.display_name} is ${now}`);
  await tools.reload();
}

const tenants = resource<Tenant>({
  name: 'operator-tenants',
  title: 'Tenants',
  countText: (total) => (total === 1 ? '1 tenant' : `${count(total)} tenants`),
  load: (query, { signal }) => operate(operatorRoutes.operatorTenants, { query }, signal),
  nameOf: (tenant) => tenant.display_name,
  searchPlaceholder: 'Search by name or subdomain',
  defaultSort: '-created_at',
  columns: columnsOf<Tenant, typeof tenantList.columns>(tenantList, [
    {
      id: 'subdomain',
      title: 'Tenant',
      kind: 'person',
      fixed: true,
      value: (tenant) => ({ name: tenant.display_name, email: new URL(originOf(tenant)).host }),
    },
    { id: 'status', title: 'Status' },
    { id: 'plan', title: 'Plan', kind: 'text', value: planName },
    { id: 'plan_ends_at', title: 'Term', kind: 'text', value: (tenant) => termOf(tenant) },
    { id: 'clicks', title: 'Clicks this month', kind: 'usage', value: ({ clicks }) => clicks },
    { id: 'conversions', title: 'Conversions this month', kind: 'usage', value: ({ conversions }) => conversions },
    { id: 'created_at', title: 'Created' },
  ]),
  filters: [
    {
      kind: 'choices',
      name: 'plan_kind',
      label: 'Term',
      options: [
        { value: 'trial', label: 'Trial' },
        { value: 'paid', label: 'Paid plan' },
      ],
    },
    {
      kind: 'choices',
      name: 'status',
      label: 'Status',
      options: [
        { value: 'active', label: 'Active' },
        { value: 'suspended', label: 'Suspended' },
      ],
    },
  ],
  rowActions: [
    {
      label: 'Open workspace',
      icon: IconExternalLink,
      when: () => true,
      run: (tenant) => void window.open(originOf(tenant), '_blank', 'noopener'),
    },
    {
      label: 'Extend trial',
      icon: IconClock,
      when: ({ plan_kind }) => plan_kind === 'trial',
      run: (tenant, { open }) => open('extend', tenant),
    },
    {
      label: 'Change plan',
      icon: IconCreditCard,
      when: () => true,
      run: (tenant, { open }) => open('plan', tenant),
    },
    {
      label: 'Suspend',
      icon: IconPlayerPause,
      danger: true,
      when: ({ status }) => status === 'active',
      run: suspend,
    },
    { label: 'Resume', icon: IconPlayerPlay, when: ({ status }) => status === 'suspended', run: resume },
  ],
  dialogs: {
    extend: formDialog<Tenant, { days: number }>({
      title: 'Extend the trial',
      form: () => ({
        fields: [
          {
            kind: 'number',
            name: 'days',
            label: 'Days',
            help: 'Counted from the end of the trial, or from today where it is over.',
            required: true,
          },
        ],
        initial: { days: 14 },
        schema: operatorRoutes.extendTrial.body,
        submit: 'Extend trial',
        busy: 'Extending...',
      }),
      send: (body, tenant) => operate(operatorRoutes.extendTrial, { params: { id: tenant?.id ?? '' }, body }),
      success: 'Trial extended',
    }),
    plan: (props) => <ChangePlanDialog {...props} />,
  },
  texts: {
    loading: 'Loading tenants',
    emptyTitle: 'No tenants here',
    emptyText:
      'A tenant comes into being when someone asks for a free trial. Or no tenant fits the search and filters.',
  },
});

export default function Tenants() {
  return <ResourcePage list={tenants} />;
}
