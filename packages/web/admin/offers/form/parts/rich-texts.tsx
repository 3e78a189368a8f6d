// The texts that may be formatted.
import { RichTextField } from '../../../../kit/rich-text/rich-text-field.tsx';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

interface OfferTextProps {
  name: 'description' | 'kpi' | 'offer_terms' | 'terms_and_conditions';
  label: string;
  help?: string;
}

function OfferText({ name, label, help }: OfferTextProps) {
  const { draft, set } = useOffer();
  return (
    <RichTextField name={name} label={label} help={help} value={draft[name]} onChange={(html) => set(name, html)} />
  );
}

export const Description = () => <OfferText name="description" label={t('offers.descriptionOptional')} />;
export const Kpi = () => <OfferText name="kpi" label={t('offers.kpiOptional')} />;
export const OfferTerms = () => (
  <OfferText name="offer_terms" label={t('offers.offerTerms')} help={t('offers.whatPublishersAgreeToWhen')} />
);
export const TermsAndConditions = () => (
  <OfferText name="terms_and_conditions" label={t('offers.termsAndConditions')} />
);
