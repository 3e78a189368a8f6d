// The three plans and their comparison. The eCommerce switch changes prices, feature lists and the table.
import {
  ecommerceAddOn,
  featuresOf,
  keyFeatures,
  type Plan,
  type PlanFeature,
  plans,
  priceOf,
} from '@tributary/contract/site/plans';
import { useState } from 'react';
import type { Messages } from '../content/en/index.ts';
import { Icon } from '../parts/icons.tsx';
import { formatCount, formatRupees } from '../parts/numbers.ts';

export interface PlansProps {
  text: Messages['pricing']['plans'];
  locale: string;
}

interface View extends PlansProps {
  withAddOn: boolean;
}

export function Plans({ text, locale }: PlansProps) {
  const [withAddOn, setWithAddOn] = useState(false);
  const view = { text, locale, withAddOn };
  return (
    <>
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          className="needs-script"
          checked={withAddOn}
          aria-checked={withAddOn}
          onChange={(event) => setWithAddOn(event.target.checked)}
        />
        <span>
          <strong>{text.addOn}</strong>
          <small>{text.addOnNote.replace('{price}', formatRupees(locale, ecommerceAddOn.rupeesPerMonth))}</small>
        </span>
      </label>
      <div className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} {...view} />
        ))}
      </div>
      <h2 className="center">{text.compare}</h2>
      <Comparison {...view} />
    </>
  );
}

const limitsOf = (plan: Plan, { text, locale }: PlansProps) => {
  const limit = (value: number | null) => (value === null ? text.unlimited : formatCount(locale, value));
  return [
    { name: text.conversions, value: limit(plan.conversions) },
    { name: text.clicks, value: limit(plan.clicks) },
    { name: text.offers, value: limit(plan.offers) },
  ];
};

function PlanCard({ plan, ...view }: View & { plan: Plan }) {
  const { text, locale, withAddOn } = view;
  const intro = { basic: text.basicIncludes, advanced: text.advancedIncludes, premium: text.premiumIncludes }[plan.id];
  const own = plan.id === 'basic' ? plan.features : keyFeatures;
  const extra = featuresOf(plan, withAddOn).filter((feature) => !plan.features.includes(feature));
  return (
    <section className="plan" data-popular={plan.mostPopular} aria-labelledby={`plan-${plan.id}`}>
      <h2 id={`plan-${plan.id}`}>
        {plan.name}
        {plan.mostPopular && <span className="tag strong">{text.mostPopular}</span>}
      </h2>
      <p className="plan-blurb">{text.blurb[plan.id]}</p>
      <p className="plan-price" aria-live="polite">
        <strong>{formatRupees(locale, priceOf(plan, withAddOn))}</strong> {text.perMonth}
        <small>
          {withAddOn && text.includesAddOn.replace('{price}', formatRupees(locale, ecommerceAddOn.rupeesPerMonth))}
        </small>
      </p>
      <a className={plan.mostPopular ? 'button' : 'button quiet'} href="/signup">
        {text.start}
      </a>
      <h3 className="plan-limits-title">{text.limits}</h3>
      <dl className="plan-limits">
        {limitsOf(plan, view).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <FeatureList title={intro} features={own} text={text} />
      {extra.length > 0 && <FeatureList title={text.addOnIncludes} features={extra} text={text} />}
    </section>
  );
}

function FeatureList(props: { title: string; features: readonly PlanFeature[]; text: PlansProps['text'] }) {
  return (
    <div className="plan-features">
      <h3>{props.title}</h3>
      <ul className="checks">
        {props.features.map((feature) => (
          <li key={feature}>
            <Icon name="check" size={16} />
            {props.text.features[feature]}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Comparison({ text, locale, withAddOn }: View) {
  const rows = [...new Set(plans.flatMap((plan) => featuresOf(plan, withAddOn)))];
  const limits = plans.map((plan) => limitsOf(plan, { text, locale }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={text.compare} tabIndex={0}>
      <table className="comparison">
        <thead>
          <tr>
            <th scope="col">{text.feature}</th>
            {plans.map(({ id, name }) => (
              <th scope="col" key={id}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{text.price}</th>
            {plans.map((plan) => (
              <td key={plan.id}>{formatRupees(locale, priceOf(plan, withAddOn))}</td>
            ))}
          </tr>
          {(limits[0] ?? []).map(({ name }, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {plans.map(({ id }, column) => (
                <td key={id}>{limits[column]?.[row]?.value}</td>
              ))}
            </tr>
          ))}
          {rows.map((feature) => (
            <tr key={feature}>
              <th scope="row">{text.features[feature]}</th>
              {plans.map((plan) => {
                const has = featuresOf(plan, withAddOn).includes(feature);
                return (
                  <td key={plan.id} className={has ? 'yes' : 'no'}>
                    <Icon name={has ? 'check' : 'dash'} size={16} />
                    <span className="visually-hidden">{has ? text.included : text.notIncluded}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
