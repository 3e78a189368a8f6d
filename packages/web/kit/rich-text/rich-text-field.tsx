// A rich-text field with its label. The editor's code is fetched when the first one is shown; a block of its height
// stands there meanwhile.
import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';

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
  return (
    <Input.Wrapper label={label} description={help} labelElement="div" labelProps={{ id }}>
      <Suspense fallback={<Skeleton height={EDITOR_HEIGHT} radius="md" />}>
        <Editor name={name} labelId={id} value={value} onChange={onChange} placeholder={placeholder} />
      </Suspense>
    </Input.Wrapper>
  );
}
