// Makes a tracking link: campaign, page, creative, deep link and values; the whole link, its short form and a QR code
// come back together.
import { Button, Collapse, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { offerRoutes } from '@tributary/contract/offers';
import type { ResultOf } from '@tributary/contract/route';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconChevronDown, IconLink } from '../../ui/icons.ts';
import classes from './campaigns.module.css';
import { type Campaign, mayRun } from './campaigns.tsx';
import { QrCode } from './qr-code.tsx';
import { useLinkCampaign } from './use-link-campaign.ts';

type Link = ResultOf<typeof offerRoutes.createLink>;
type Values = Record<string, string>;

const publisherValues = Array.from({ length: 15 }, (_, at) => `p${at + 1}`);
const DEFAULT_PAGE = '1';

export function LinkGenerator() {
  const { session } = useSession();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const [number, setNumber] = useState(() => search.get('campaign') ?? '');
  const campaign = useLinkCampaign(number);
  const [page, setPage] = useState(DEFAULT_PAGE);
  const [creative, setCreative] = useState('');
  const [deepLink, setDeepLink] = useState('');
  const [values, setValues] = useState<Values>({});
  const [link, setLink] = useState<Link | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const edited = (change: () => void) => {
    change();
    setFault(null);
    setLink(null);
  };
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (!campaign) return setFault('Please choose a campaign.');
    setBusy(true);
    try {
      const body = {
        offer_id: campaign.id,
        landing_page: page === DEFAULT_PAGE ? null : Number(page),
        creative: creative ? Number(creative) : null,
        deep_link: deepLink,
        params: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
      };
      setLink(await call(offerRoutes.createLink, { body }, { session }));
      await queries.invalidateQueries({ queryKey: ['campaign-links'] });
    } catch (error) {
      setFault(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.generator} aria-label="Link generator">
      <form onSubmit={make} className={classes.form}>
        <FormMessage message={fault ? { tone: 'error', text: fault } : null} />
        <div className={classes.fields}>
          <RemoteSelect
            name="campaign"
            label="Campaign"
            required
            placeholder="Choose a campaign"
            value={number}
            chosen={campaign ? { value: String(campaign.camp_id), label: nameOf(campaign) } : null}
            onChange={(chosen) =>
              edited(() => {
                setNumber(chosen);
                setPage(DEFAULT_PAGE);
                setCreative('');
              })
            }
            of={['campaign']}
            load={async (q, context) => {
              const { rows } = await call(offerRoutes.campaigns, { query: { q, page_size: 50 } }, context);
              return rows.filter(mayRun).map((row) => ({ value: String(row.camp_id), label: nameOf(row) }));
            }}
            nothing="No campaign you may run is called so"
          />
          <Select
            label="Landing page"
            data={(campaign?.landing_pages ?? []).map(({ number, name }) => ({ value: String(number), label: name }))}
            placeholder="Default"
            disabled={!campaign}
            allowDeselect={false}
            value={page}
            onChange={(value) => value && edited(() => setPage(value))}
          />
          <Select
            label="Creative"
            data={(campaign?.creatives ?? []).map(({ number, name }) => ({ value: String(number), label: name }))}
            placeholder={campaign && campaign.creatives.length === 0 ? 'This campaign has none' : 'None'}
            disabled={!campaign || campaign.creatives.length === 0}
            clearable
            value={creative || null}
            onChange={(value) => edited(() => setCreative(value ?? ''))}
          />
          <TextInput
            label="Source"
            placeholder="newsletter-42"
            maxLength={255}
            value={values.source ?? ''}
            onChange={(event) => {
              const source = event.currentTarget.value;
              edited(() => setValues({ ...values, source }));
            }}
          />
          <TextInput
            className={classes.wide}
            label="Deep link"
            placeholder={
              campaign && !campaign.deep_links ? 'This campaign allows none' : 'https://shop.example/product/7'
            }
            disabled={!campaign?.deep_links}
            value={deepLink}
            onChange={(event) => {
              const target = event.currentTarget.value;
              edited(() => setDeepLink(target));
            }}
          />
        </div>
        <MoreValues values={values} set={(name, value) => edited(() => setValues({ ...values, [name]: value }))} />
        <div>
          <Button type="submit" disabled={busy} leftSection={<IconLink size={16} aria-hidden />}>
            {busy ? 'Making...' : 'Make link'}
          </Button>
        </div>
      </form>
      <Result link={link} />
    </section>
  );
}

const nameOf = ({ title, camp_id }: Campaign): string => `${title} (${camp_id})`;

function MoreValues({ values, set }: { values: Values; set: (name: string, value: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Values p1 to p15
      </Button>
      <Collapse expanded={open} keepMounted={false}>
        <p className={classes.hint}>p1 is your own click id. They come back to you on postbacks and in reports.</p>
        <div className={classes.values}>
          {publisherValues.map((name) => (
            <TextInput
              key={name}
              label={name}
              size="xs"
              maxLength={255}
              value={values[name] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value)}
            />
          ))}
        </div>
      </Collapse>
    </div>
  );
}

function Result({ link }: { link: Link | null }) {
  return (
    <div className={classes.result} aria-live="polite">
      {link ? (
        <>
          <div className={classes.lines}>
            <CopyLine label="Tracking link" text={link.url} />
            <CopyLine label="Short link" text={link.short_url} />
          </div>
          <QrCode text={link.short_url} />
        </>
      ) : (
        <p className={classes.hint}>Your link, its short form and a QR code appear here.</p>
      )}
    </div>
  );
}
