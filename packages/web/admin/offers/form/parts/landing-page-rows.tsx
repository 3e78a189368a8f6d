// Further landing pages a publisher may choose from.
import { Button, TextInput } from '@mantine/core';
import { RowList } from '../../../../kit/inputs/row-list.tsx';
import { rowError } from '../check-draft.ts';
import { emptyLandingPage, type LandingPageDraft } from '../draft.ts';
import { useOffer } from '../form-context.ts';
import classes from '../offer-form.module.css';

export function LandingPageRows() {
  const { draft, set, fault } = useOffer();
  const change = (key: string, part: Partial<LandingPageDraft>) =>
    set(
      'landing_pages',
      draft.landing_pages.map((page) => (page.key === key ? { ...page, ...part } : page)),
    );
  return (
    <RowList
      label="Landing pages"
      help="Besides the default campaign URL. The same tokens work here."
      error={fault?.field === 'landing_pages' && fault.row === undefined ? fault.sentence : undefined}
      columns={['Page name', 'Page URL']}
      widths="minmax(120px, 1fr) minmax(0, 3fr)"
      rows={draft.landing_pages}
      cells={(page) => [
        <TextInput
          key="name"
          aria-label="Page name"
          placeholder="Spring sale"
          value={page.name}
          error={rowError(fault, 'landing_pages', draft.landing_pages.indexOf(page), 'name')}
          onChange={(event) => change(page.key, { name: event.currentTarget.value })}
        />,
        <TextInput
          key="url"
          aria-label="Page URL"
          placeholder="https://advertiser.example/spring?cid={click_id}"
          classNames={{ input: classes.code }}
          value={page.url}
          error={rowError(fault, 'landing_pages', draft.landing_pages.indexOf(page), 'url')}
          onChange={(event) => change(page.key, { url: event.currentTarget.value })}
        />,
      ]}
      nameOf={(page) => page.name || 'landing page'}
      remove={(key) =>
        set(
          'landing_pages',
          draft.landing_pages.filter((page) => page.key !== key),
        )
      }
      add={
        <Button
          size="xs"
          variant="default"
          onClick={() => set('landing_pages', [...draft.landing_pages, emptyLandingPage()])}
        >
          Add landing page
        </Button>
      }
      empty="Only the default campaign URL."
    />
  );
}
