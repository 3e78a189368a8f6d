// The texts that may be formatted.
import { RichTextField } from '../../../../kit/rich-text/rich-text-field.tsx';
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

export const Description = () => <OfferText name="description" label="Description (optional)" />;
export const Kpi = () => <OfferText name="kpi" label="KPI (optional)" />;
export const OfferTerms = () => (
  <OfferText name="offer_terms" label="Offer terms" help="What publishers agree to when they ask for the offer." />
);
export const TermsAndConditions = () => <OfferText name="terms_and_conditions" label="Terms and conditions" />;
