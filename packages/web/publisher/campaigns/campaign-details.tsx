// One campaign in the drawer: what it is, what it pays, what to show, and the way on.
import { Anchor, Button, Group } from '@mantine/core';
import { countriesText } from '../../kit/inputs/country-selection.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import type { Tools } from '../../kit/resource/declaration.ts';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { EMPTY } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/publisher.ts';
import classes from './campaigns.module.css';
import { type Campaign, mayAsk, mayRun, payoutText, standing } from './campaigns.tsx';
import { linksPath } from './links-path.ts';
import { useCampaign } from './use-campaign.ts';

interface CampaignDetailsProps {
  id: string;
  close: () => void;
  tools: Tools<Campaign>;
}

export function CampaignDetails({ id, close, tools }: CampaignDetailsProps) {
  const { data: campaign, error, isPending, refetch } = useCampaign(id);
  if (isPending) return <Loading />;
  if (!campaign) return <FailedToLoad error={error} retry={() => refetch()} />;
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
        {mayRun(campaign) && <LinkButton to={linksPath(campaign.id)}>{t('campaigns.getLink')}</LinkButton>}
        {mayAsk(campaign) && (
          <Button
            onClick={() => {
              close();
              tools.open('ask', campaign);
            }}
          >
            {t('campaigns.askToRunIt')}
          </Button>
        )}
        {preview && (
          <Button component="a" href={preview} target="_blank" rel="noopener noreferrer" variant="default">
            {t('campaigns.preview')}
          </Button>
        )}
      </Group>
      {campaign.note && <p className={classes.note}>{campaign.note}</p>}
      <Facts campaign={campaign} />
      <Text title={t('campaigns.description')} html={description} />
      <Text title="KPI" html={kpi} />
      <Text title={t('campaigns.terms')} html={terms} />
      <Creatives campaign={campaign} />
    </article>
  );
}

function Facts({ campaign }: { campaign: Campaign }) {
  const facts: [string, string][] = [
    [t('campaigns.number'), String(campaign.camp_id)],
    [t('campaigns.type'), campaign.offer_type],
    [t('common.payout'), payoutText(campaign, campaign.currency)],
    ...campaign.goals.map((goal): [string, string] => [
      t('campaigns.goal', { name: goal.name }),
      payoutText(goal, campaign.currency),
    ]),
    [t('campaigns.countries'), countriesText(campaign.geo_coverage, 8)],
    [t('campaigns.landingPages'), campaign.landing_pages.map(({ name }) => name).join(', ') || EMPTY],
    [t('campaigns.deepLinks'), campaign.deep_links ? t('campaigns.yes') : t('campaigns.no')],
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
      <h3>{t('campaigns.creatives')}</h3>
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
                  {t('campaigns.download')}
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
