// One campaign in the drawer: what it is, what it pays, what to show, and the way on.
import { Anchor, Button, Group } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { countriesText } from '../../kit/inputs/country-selection.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import type { Page, Tools } from '../../kit/resource/declaration.ts';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';
import { Loading } from '../../kit/shell/loading.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EMPTY, money } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './campaigns.module.css';
import { type Campaign, mayAsk, mayRun, standing } from './campaigns.tsx';
import { linksPath } from './links-path.ts';

interface CampaignDetailsProps {
  id: string;
  close: () => void;
  tools: Tools<Campaign>;
}

/** the list that the drawer stands over has the whole campaign */
function useCampaign(id: string) {
  const queries = useQueryClient();
  const loading = useIsFetching() > 0;
  const lists = ['campaigns-available', 'campaigns-mine'].flatMap((name) =>
    queries.getQueriesData<Page<Campaign>>({ queryKey: [name] }),
  );
  const campaign = lists.flatMap(([, page]) => page?.rows ?? []).find((row) => row.id === id);
  return { campaign, loading };
}

export function CampaignDetails({ id, close, tools }: CampaignDetailsProps) {
  const { campaign, loading } = useCampaign(id);
  if (!campaign) {
    return loading ? <Loading /> : <EmptyState title="This campaign is not open to you, or not on this page." />;
  }
  const { title, thumbnail_url: picture, description, kpi, terms, preview_url: preview } = campaign;
  return (
    <article className={classes.details} aria-label={title}>
      <header className={classes.detailsHead}>
        {picture && <img src={picture} alt="" />}
        <h2>{title}</h2>
        <StatusBadge status={standing[campaign.state]} />
      </header>
      {campaign.reason && <p className={classes.reason}>{campaign.reason}</p>}
      <Group gap="xs">
        {mayRun(campaign) && <LinkButton to={linksPath(campaign.camp_id)}>Get link</LinkButton>}
        {mayAsk(campaign) && (
          <Button
            onClick={() => {
              close();
              tools.open('ask', campaign);
            }}
          >
            Ask to run it
          </Button>
        )}
        {preview && (
          <Button component="a" href={preview} target="_blank" rel="noopener noreferrer" variant="default">
            Preview
          </Button>
        )}
      </Group>
      {campaign.note && <p className={classes.note}>{campaign.note}</p>}
      <Facts campaign={campaign} />
      <Text title="Description" html={description} />
      <Text title="KPI" html={kpi} />
      <Text title="Terms" html={terms} />
      <Creatives campaign={campaign} />
    </article>
  );
}

function Facts({ campaign }: { campaign: Campaign }) {
  const pays = (payout: string | null) => (payout === null ? 'Hidden' : money(payout, campaign.currency));
  const facts: [string, string][] = [
    ['Number', String(campaign.camp_id)],
    ['Type', campaign.offer_type],
    ['Payout', pays(campaign.payout)],
    ...campaign.goals.map((goal): [string, string] => [`Goal ${goal.name}`, pays(goal.payout)]),
    ['Countries', countriesText(campaign.geo_coverage, 8)],
    ['Landing pages', campaign.landing_pages.map(({ name }) => name).join(', ') || EMPTY],
    ['Deep links', campaign.deep_links ? 'Yes' : 'No'],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Text({ title, html }: { title: string; html: string | null }) {
  if (!html) return null;
  return (
    <section>
      <h3>{title}</h3>
      <RichTextView html={html} />
    </section>
  );
}

function Creatives({ campaign: { creatives } }: { campaign: Campaign }) {
  if (creatives.length === 0) return null;
  return (
    <section>
      <h3>Creatives</h3>
      <ul className={classes.creatives}>
        {creatives.map(({ id, number, name, image_url: picture, content, width, height }) => (
          <li key={id}>
            <span>
              {name} ({number}){width && height ? `, ${width} × ${height}` : ''}
            </span>
            {picture && (
              <>
                <img src={picture} alt={name} loading="lazy" />
                <Anchor href={picture} download size="sm">
                  Download
                </Anchor>
              </>
            )}
            {content && <pre>{content}</pre>}
          </li>
        ))}
      </ul>
    </section>
  );
}
