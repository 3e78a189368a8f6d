import { TextInput } from '@mantine/core';
import type { OwnFilterProps } from './declaration.ts';

export const MonthInput = ({ label, value, set }: OwnFilterProps) => (
  <TextInput type="month" label={label} value={value} onChange={(event) => set(event.currentTarget.value)} />
);
