// What a visitor does until it counts, in general and per language.
import { Tabs, Textarea } from '@mantine/core';
import { t } from '../../../../words/admin.ts';
import { type FlowLanguage, flowLanguages } from '../draft.ts';
import { useOffer } from '../form-context.ts';

export function ConversionFlow() {
  const { draft, set } = useOffer();
  const flows = draft.conversion_flow_by_language;
  return (
    <div>
      <Textarea
        name="conversion_flow"
        label={t('offers.conversionFlow')}
        description={t('offers.whatAVisitorDoesUntil')}
        autosize
        minRows={2}
        value={draft.conversion_flow}
        onChange={(event) => set('conversion_flow', event.currentTarget.value)}
      />
      <Tabs defaultValue="en" mt={12} keepMounted={false}>
        <Tabs.List aria-label={t('offers.conversionFlowPerLanguage')}>
          {Object.entries(flowLanguages).map(([code, language]) => (
            <Tabs.Tab key={code} value={code}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {(Object.keys(flowLanguages) as FlowLanguage[]).map((code) => (
          <Tabs.Panel key={code} value={code} pt={8}>
            <Textarea
              aria-label={t('offers.conversionFlowIn', { flowLanguages: flowLanguages[code] })}
              lang={code}
              autosize
              minRows={2}
              value={flows[code]}
              onChange={(event) => set('conversion_flow_by_language', { ...flows, [code]: event.currentTarget.value })}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
