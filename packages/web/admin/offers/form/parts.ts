// What the form's declaration is made of: parts in chapters in sections. Plain parts are declared fields of the kit; a
// part of its own kind names its component.
import type { ComponentType } from 'react';
import type { Field } from '../../../kit/form/form-declaration.ts';
import { words } from '../../../ui/format.ts';
import { said } from '../../../words/said.ts';
import type { DraftField, OfferDraft } from './draft.ts';

export type Part =
  | Field<OfferDraft>
  | { kind: 'switch'; name: DraftField; label: string; help?: string; half?: boolean }
  | {
      kind: 'own';
      name: DraftField;
      /** further fields that it edits */
      also?: readonly DraftField[];
      /** fields of other parts that it looks at */
      reads?: readonly DraftField[];
      Part: ComponentType;
      half?: boolean;
    };

export interface Chapter {
  title: string;
  parts: readonly Part[];
}

export interface Section {
  id: 'general' | 'money' | 'advanced' | 'time';
  title: string;
  note: string;
  /** shown by the tooltip beside the title */
  tip?: string;
  collapsible: boolean;
  chapters: readonly Chapter[];
}

export const plain = (values: readonly string[]) => values.map((value) => ({ value, label: said(value) }));
export const worded = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }));
