// One part of the form, by its declaration.
import { Switch } from '@mantine/core';
import { FieldInput } from '../../../kit/form/field-input.tsx';
import type { DraftField, OfferDraft } from './draft.ts';
import { useOffer } from './form-context.ts';
import classes from './offer-form.module.css';
import type { Part } from './sections.ts';

export function OfferParts({ parts }: { parts: readonly Part[] }) {
  return (
    <div className={classes.grid}>
      {parts.map((part) => (
        <div key={part.name} data-field={part.name} className={part.half ? undefined : classes.wide}>
          <OfferPart part={part} />
        </div>
      ))}
    </div>
  );
}

function OfferPart({ part }: { part: Part }) {
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
}
