// Company Details: what stands on the advertiser's invoices.
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { countriesIn } from '@tributary/contract/countries';
import { CompanyDetailsBody, profileRoutes } from '@tributary/contract/profile';
import { call } from '../../kit/api.ts';
import type { Field } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { Card } from '../../kit/profile/card.tsx';
import classes from '../../kit/profile/profile.module.css';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { toast } from '../../kit/toast.tsx';
import { useTitle } from '../../kit/use-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';

interface Values {
  legal_name: string;
  tax_id: string;
  address: string;
  country: string;
  billing_name: string;
  billing_email: string;
}

const fields: Field<Values>[] = [
  { name: 'legal_name', label: 'Legal Name', kind: 'text', half: true, autoComplete: 'organization' },
  { name: 'tax_id', label: 'Tax ID', kind: 'text', half: true },
  { name: 'address', label: 'Address', kind: 'textarea', autoComplete: 'street-address' },
  {
    name: 'country',
    label: 'Country',
    kind: 'select',
    searchable: true,
    options: countriesIn('en').map(({ code, name }) => ({ value: code, label: name })),
  },
  { name: 'billing_name', label: 'Billing Contact', kind: 'text', half: true, autoComplete: 'name' },
  { name: 'billing_email', label: 'Billing Email', kind: 'email', half: true, autoComplete: 'email' },
];

export default function Company() {
  const { session } = useSession();
  const queries = useQueryClient();
  const key = ['company', session.token];
  useTitle('Company Details');
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(profileRoutes.company, {}, { session, signal }),
  });
  const send = async (values: Values) => {
    queries.setQueryData(key, await call(profileRoutes.saveCompany, { body: values }, { session }));
    toast.success('Company details saved successfully!');
    return undefined;
  };
  const { data } = answer;
  return (
    <>
      <PageHeader title="Company Details" note="These stand on your invoices." />
      {answer.isPending && <Skeleton height={360} maw={760} />}
      {answer.isError && !data && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {data && (
        <div className={classes.page}>
          <Card title="Company">
            <SchemaForm<Values>
              form={{
                fields,
                initial: {
                  legal_name: data.legal_name ?? '',
                  tax_id: data.tax_id ?? '',
                  address: data.address ?? '',
                  country: data.country ?? '',
                  billing_name: data.billing_name ?? '',
                  billing_email: data.billing_email ?? '',
                },
                schema: CompanyDetailsBody,
                submit: 'Save Changes',
                busy: 'Saving...',
              }}
              send={send}
            />
          </Card>
        </div>
      )}
    </>
  );
}
