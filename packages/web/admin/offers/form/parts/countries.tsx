// Where the offer takes traffic from.
import { CountryPicker } from '../../../../kit/inputs/country-picker.tsx';
import { t } from '../../../../words/admin.ts';
import { useOffer } from '../form-context.ts';

export function Countries() {
  const { draft, set } = useOffer();
  return (
    <CountryPicker
      name="geo_coverage"
      label={t('offers.countries')}
      help={t('offers.allMeansEveryCountry')}
      chosen={draft.geo_coverage}
      onChange={(codes) => set('geo_coverage', codes)}
    />
  );
}
