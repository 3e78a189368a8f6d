// Create Campaign: a brief. The account manager completes and approves it.
import { Button, Group, Radio, Select, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Objective, objectives, offerCurrencies, offerTypeOf } from '@tributary/contract/offer-terms';
import { offerRoutes } from '@tributary/contract/offers';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { CountryPicker } from '../../kit/inputs/country-picker.tsx';
import { RichTextField } from '../../kit/rich-text/rich-text-field.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { toast } from '../../kit/toast.tsx';
import { useTitle } from '../../kit/use-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { type BriefDraft, briefBody, emptyBrief, firstFault } from './brief.ts';
import classes from './campaigns.module.css';

export default function CreateCampaign() {
  const { session } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useTitle('Create Campaign');
  const form = useForm<BriefDraft>(emptyBrief, {
    check: firstFault,
    send: async (brief) => {
      await call(offerRoutes.submitBrief, { body: briefBody(brief) }, { session });
      await queries.invalidateQueries({ queryKey: ['advertiser-campaigns'] });
      toast.success('Your campaign brief is sent for approval.', 4000);
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
      <PageHeader
        title="Create Campaign"
        note="Tell us what to promote. Your account manager sets it up and approves it."
      />
      <form onSubmit={form.onSubmit} className={classes.form} noValidate>
        <FormMessage message={form.message} />
        <div className={classes.card}>
          <div className={classes.wide}>
            <Radio.Group
              name="objective"
              label="Objective"
              value={values.objective}
              onChange={(value) => set('objective', value as Objective)}
            >
              <Group gap="8px 20px" mt={4}>
                {objectives.map((objective) => (
                  <Radio key={objective} value={objective} label={`${objective} (${offerTypeOf[objective]})`} />
                ))}
              </Group>
            </Radio.Group>
          </div>
          <div className={classes.wide}>{text('title', 'Title', { withAsterisk: true })}</div>
          <div className={classes.wide}>
            {text('url', 'Landing page URL', {
              withAsterisk: true,
              placeholder: 'https://shop.example/?ref={click_id}',
              description: 'Put {click_id} where your page takes our click id, so that you can send it back.',
            })}
          </div>
          <Select
            name="currency"
            label="Currency"
            data={[...offerCurrencies]}
            allowDeselect={false}
            value={values.currency}
            onChange={(value) => value && set('currency', value)}
          />
          {text('revenue', 'Price per conversion', {
            withAsterisk: true,
            placeholder: 'e.g. 0.3',
            inputMode: 'decimal',
          })}
          {text('budget', 'Budget', {
            placeholder: 'No limit',
            inputMode: 'decimal',
            description: 'In total, if there is one.',
          })}
          <TagsInput
            name="goals"
            label="Goals"
            description="What should count besides the conversion itself."
            placeholder={values.goals.length === 0 ? 'Type and press Enter' : ''}
            acceptValueOnBlur
            maxTags={20}
            value={values.goals}
            onChange={(goals) => set('goals', goals)}
          />
          <div className={classes.wide}>
            <CountryPicker
              name="geo_coverage"
              label="Countries"
              chosen={values.geo_coverage}
              onChange={(codes) => set('geo_coverage', codes)}
            />
          </div>
          <div className={classes.wide}>
            <RichTextField
              name="description"
              label="Description (optional)"
              value={values.description}
              onChange={(html) => set('description', html)}
            />
          </div>
        </div>
        <Group justify="flex-end">
          <Button type="submit" disabled={busy}>
            {busy ? 'Sending...' : 'Send for approval'}
          </Button>
        </Group>
      </form>
    </>
  );
}
