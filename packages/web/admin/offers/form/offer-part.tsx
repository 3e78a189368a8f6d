// One part of the form, by its declaration. A part is drawn again only when a field it reads has changed: with
// everything open the form has some seventy inputs and five editors, and typing must not wait for them.
import { Switch } from '@mantine/core';
import { memo, useState } from 'react';
import { FieldInput } from '../../../kit/form/field-input.tsx';
import { Fields } from '../../../kit/form/read-only.tsx';
import type { DraftField, OfferDraft } from './draft.ts';
import { type OfferForm, OfferFormContext, useOffer } from './form-context.ts';
import classes from './offer-form.module.css';
import type { Part } from './parts.ts';
import { fieldsOf } from './sections.ts';

export function OfferParts({ parts }: { parts: readonly Part[] }) {
  const form = useOffer();
  return (
    <div className={classes.grid}>
      {parts.map((part) => (
        <div key={part.name} data-field={part.name} className={part.half ? undefined : classes.wide}>
          <Fields>
            <PartScope part={part} form={form} />
          </Fields>
        </div>
      ))}
    </div>
  );
}

/** the form as it was when one of the part's own fields last changed */
function PartScope({ part, form }: { part: Part; form: OfferForm }) {
  const [kept, setKept] = useState(form);
  const fields = fieldsOf(part);
  const concerns = (fault: OfferForm['fault']) => (fault && fields.includes(fault.field) ? fault : null);
  const same =
    fields.every((name) => kept.draft[name] === form.draft[name]) && concerns(kept.fault) === concerns(form.fault);
  if (!same) setKept(form);
  return (
    <OfferFormContext value={same ? kept : form}>
      <OfferPart part={part} />
    </OfferFormContext>
  );
}

const OfferPart = memo(function OfferPart({ part }: { part: Part }) {
  const { draft, set, fault } = useOffer();
  if (part.kind === 'own') return <part.Part />;
  // a declared field's kind goes with its type; the value of a closed list is never empty unless the list says so
  const change = (value: unknown) =>
    set(part.name, (value ?? draft[part.name]) as OfferDraft[DraftField] & OfferDraft[typeof part.name]);
  if (part.kind === 'switch') {
    return (
      <Switch
        name={part.name}
        label={part.label}
        description={part.help}
        checked={draft[part.name] === true}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    );
  }
  return (
    <FieldInput
      field={part}
      value={draft[part.name]}
      set={change}
      faulty={fault?.field === part.name}
      nativeRequired={false}
    />
  );
});
