// Create Campaign: a brief. The account manager completes and approves it.
import { Button, Group, Radio, Select, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Objective, objectives, offerCurrencies, offerTypeOf } from '@tributary/contract/offers/offer-terms';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { CountryPicker } from '../../kit/inputs/country-picker.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { RichTextField } from '../../kit/rich-text/rich-text-field.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/advertiser.ts';
import { said } from '../../words/said.ts';
import { type BriefDraft, briefBody, emptyBrief, firstFault } from './brief.ts';
import classes from './campaigns.module.css';

export default function CreateCampaign() {
  const { session } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useTitle(t('common.createCampaign'));
  const form = useForm<BriefDraft>(emptyBrief, {
    check: firstFault,
    send: async (brief) => {
      await call(offerRoutes.submitBrief, { body: briefBody(brief) }, { session });
      await queries.invalidateQueries({ queryKey: ['advertiser-campaigns'] });
      toast.success(t('campaigns.yourCampaignBriefIsSent'), 4000);
      await navigate('/advertiser/campaigns/my');
      return undefined;
    },
  });
  const { values, set, faulty, busy } = form;
  const text = (name: 'title' | 'url' | 'revenue' | 'budget', label: string, more: Record<string, unknown>) => (
    <TextInput
      name={name}
      label={label}
      value={values[name]}
      onChange={(event) => set(name, event.currentTarget.value)}
      error={faulty === name}
      {...more}
    />
  );
  return (
    <>
      <PageHeader title={t('common.createCampaign')} note={t('campaigns.tellUsWhatToPromote')} />
      <form onSubmit={form.onSubmit} className={classes.form} noValidate>
        <FormMessage message={form.message} />
        <div className={classes.card}>
          <div className={classes.wide}>
            <Radio.Group
              name="objective"
              label={t('campaigns.objective')}
              value={values.objective}
              onChange={(value) => set('objective', value as Objective)}
            >
              <Group gap="8px 20px" mt={4}>
                {objectives.map((objective) => (
                  <Radio key={objective} value={objective} label={`${said(objective)} (${offerTypeOf[objective]})`} />
                ))}
              </Group>
            </Radio.Group>
          </div>
          <div className={classes.wide}>{text('title', t('campaigns.title'), { withAsterisk: true })}</div>
          <div className={classes.wide}>
            {text('url', t('campaigns.landingPageUrl'), {
              withAsterisk: true,
              placeholder: 'https://shop.example/?ref={click_id}',
              description: t('campaigns.putClickIdWhereYour'),
            })}
          </div>
          <Select
            name="currency"
            label={t('campaigns.currency')}
            data={[...offerCurrencies]}
            allowDeselect={false}
            value={values.currency}
            onChange={(value) => value && set('currency', value)}
          />
          {text('revenue', t('campaigns.pricePerConversion'), {
            withAsterisk: true,
            placeholder: t('campaigns.eG03'),
            inputMode: 'decimal',
          })}
          {text('budget', t('campaigns.budget'), {
            placeholder: t('campaigns.noLimit'),
            inputMode: 'decimal',
            description: t('campaigns.inTotalIfThereIs'),
          })}
          <TagsInput
            name="goals"
            label={t('campaigns.goals')}
            description={t('campaigns.whatShouldCountBesidesThe')}
            placeholder={values.goals.length === 0 ? t('campaigns.typeAndPressEnter') : ''}
            acceptValueOnBlur
            maxTags={20}
            value={values.goals}
            onChange={(goals) => set('goals', goals)}
          />
          <div className={classes.wide}>
            <CountryPicker
              name="geo_coverage"
              label={t('campaigns.countries')}
              chosen={values.geo_coverage}
              onChange={(codes) => set('geo_coverage', codes)}
            />
          </div>
          <div className={classes.wide}>
            <RichTextField
              name="description"
              label={t('campaigns.descriptionOptional')}
              value={values.description}
              onChange={(html) => set('description', html)}
            />
          </div>
        </div>
        <Group justify="flex-end">
          <Button type="submit" disabled={busy}>
            {busy ? t('campaigns.sending') : t('campaigns.sendForApproval')}
          </Button>
        </Group>
      </form>
    </>
  );
}
