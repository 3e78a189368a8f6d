// A form at the left, what came of it at the right; the run stands in the address, so that it can be handed on.
import type { TestRunDetails } from '@tributary/contract/trust/testers';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconTool } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import { RunView } from './run-view.tsx';
import own from './testers.module.css';

interface TestPageProps<Values extends object> {
  title: string;
  purpose: string;
  form: FormDeclaration<Values>;
  send: (values: Values, context: CallContext) => Promise<TestRunDetails>;
  children?: ReactNode;
}

export function TestPage<Values extends object>({ title, purpose, form, send, children }: TestPageProps<Values>) {
  useTitle(title);
  const { session } = useSession();
  const [search, setSearch] = useSearchParams();
  const id = search.get('run') ?? '';
  return (
    <>
      <PageHeader title={title} note={purpose} />
      {children}
      <div className={own.two}>
        <section className={own.card} aria-label={title}>
          <SchemaForm
            form={form}
            send={async (values) => {
              const run = await send(values, { session });
              setSearch({ run: run.id });
              return undefined;
            }}
          />
        </section>
        <section className={own.card} aria-label={t('testers.outcomeOfTest')}>
          {id === '' ? (
            <EmptyState
              icon={<IconTool size={28} aria-hidden />}
              title={t('testers.noTestYet')}
              text={t('testers.noTestYetText')}
            />
          ) : (
            <RunView key={id} id={id} />
          )}
        </section>
      </div>
    </>
  );
}
