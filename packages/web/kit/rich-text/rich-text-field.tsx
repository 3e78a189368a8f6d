// A rich-text field with its label. The editor's code is fetched when the first one is shown; a block of its height
// stands there meanwhile.
import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId, useRef } from 'react';
import { EMPTY } from '../../ui/format.ts';
import { useReadOnly } from '../form/read-only.tsx';
import { RichTextView } from './rich-text-view.tsx';

const Editor = lazy(() => import('./editor.tsx'));
const EDITOR_HEIGHT = 128;

export interface RichTextFieldProps {
  name: string;
  label: string;
  help?: string;
  /** HTML; empty where nothing was written */
  value: string;
  onChange: (html: string) => void;
  placeholder?: string;
}

export function RichTextField({ name, label, help, value, onChange, placeholder }: RichTextFieldProps) {
  const id = useId();
  const readOnly = useReadOnly();
  const root = useRef<HTMLDivElement>(null);
  // no form field, so no label of one: its words lead to the editor all the same
  const enter = () => root.current?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
  return (
    <Input.Wrapper ref={root} label={label} description={help} labelElement="div" labelProps={{ id, onClick: enter }}>
      {readOnly ? (
        <RichTextView html={value || EMPTY} />
      ) : (
        <Suspense fallback={<Skeleton height={EDITOR_HEIGHT} radius="md" />}>
          <Editor name={name} labelId={id} value={value} onChange={onChange} placeholder={placeholder} />
        </Suspense>
      )}
    </Input.Wrapper>
  );
}
