import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { session } from '@tributary/contract/route';
import { expect, it } from 'vitest';
import { ImageUpload } from '../inputs/image-upload.tsx';
import { RowList } from '../inputs/row-list.tsx';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { openScreen } from '../testing/open-screen.tsx';
import { Fields, SavedBy, Writing } from './read-only.tsx';

const save = { method: 'PUT', access: session(['admin'], { impersonated: 'denied', section: 'offers' }) } as const;
const nothing = () => undefined;

const form = (
  <SavedBy route={save}>
    <Fields>
      <TextInput label="Title" defaultValue="Spring" />
    </Fields>
    <RowList
      label="Caps"
      columns={['Limit']}
      rows={[{ key: '1' }]}
      cells={() => [<TextInput key="limit" aria-label="Limit" defaultValue="100" />]}
      nameOf={() => 'daily cap'}
      remove={nothing}
      add={<button type="button">Add cap</button>}
      empty=""
    />
    <RichTextField name="terms" label="Terms" value="<p>No brand bidding</p>" onChange={nothing} />
    <ImageUpload label="Thumbnail" url="https://cdn.test/a.png" onChange={nothing} />
    <Writing>
      <button type="button">Save</button>
    </Writing>
  </SavedBy>
);
const isDead = (value: string) => screen.getByDisplayValue(value).closest('fieldset[disabled]') !== null;
const buttons = () => screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);

it('is whole for whoever may save it', () => {
  openScreen(form, { grants: { offers: 'write' } });
  for (const value of ['Spring', '100']) expect(isDead(value)).toBe(false);
  expect(buttons()).toEqual(expect.arrayContaining(['Remove daily cap', 'Add cap', 'Replace', 'Save']));
});

it('shows a reader what it holds, and nothing that he could change it with', () => {
  openScreen(form, { grants: { offers: 'read' } });
  for (const value of ['Spring', '100']) expect(isDead(value)).toBe(true);
  screen.getByText('No brand bidding');
  screen.getByRole('img', { name: /Thumbnail/ });
  expect(buttons()).toEqual([]);
});
