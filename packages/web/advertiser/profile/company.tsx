// Company Details: what stands on the advertiser's invoices.
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CompanyDetailsBody, profileRoutes } from '@tributary/contract/accounts/profile';
import { countriesIn } from '@tributary/contract/countries';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { Field } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { Card, Cards } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/advertiser.ts';
import { readersLanguage } from '../../words/words.ts';

interface Values {
  legal_name: string;
  tax_id: string;
  address: string;
  country: string;
  billing_name: string;
  billing_email: string;
}

const fields: Field<Values>[] = [
  { name: 'legal_name', label: t('profile.legalName'), kind: 'text', half: true, autoComplete: 'organization' },
  { name: 'tax_id', label: t('profile.taxId'), kind: 'text', half: true },
  { name: 'address', label: t('profile.address'), kind: 'textarea', autoComplete: 'street-address' },
  {
    name: 'country',
    label: t('common.country'),
    kind: 'select',
    searchable: true,
    options: countriesIn(readersLanguage()).map(({ code, name }) => ({ value: code, label: name })),
  },
  { name: 'billing_name', label: t('profile.billingContact'), kind: 'text', half: true, autoComplete: 'name' },
  { name: 'billing_email', label: t('profile.billingEmail'), kind: 'email', half: true, autoComplete: 'email' },
];

export default function Company() {
  const { session } = useSession();
  const queries = useQueryClient();
  const key = ['company', session.token];
  useTitle(t('common.companyDetails'));
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(profileRoutes.company, {}, { session, signal }),
  });
  const send = async (values: Values) => {
    queries.setQueryData(key, await call(profileRoutes.saveCompany, { body: values }, { session }));
    toast.success(t('profile.companyDetailsSavedSuccessfully'));
    return undefined;
  };
  const { data } = answer;
  return (
    <>
      <PageHeader title={t('common.companyDetails')} note={t('profile.theseStandOnYourInvoices')} />
      {answer.isPending && <Skeleton height={360} maw={760} />}
      {answer.isError && !data && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {data && (
        <Cards>
          <Card title={t('profile.company')}>
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
                submit: t('profile.saveChanges'),
                busy: t('profile.saving'),
              }}
              send={send}
            />
          </Card>
        </Cards>
      )}
    </>
  );
}
