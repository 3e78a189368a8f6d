import { Password } from '@tributary/contract/accounts/sessions';
import { signupMessages } from '@tributary/contract/messages';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Field, firstComplaint } from './form-declaration.ts';

interface Values {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  terms: boolean;
}
const fields: Field<Values>[] = [
  { name: 'first_name', label: 'First Name', kind: 'text' },
  { name: 'last_name', label: 'Last Name', kind: 'text' },
  { name: 'email', label: 'Email', kind: 'email' },
  { name: 'password', label: 'Password', kind: 'password' },
  { name: 'terms', label: 'I agree', kind: 'checkbox' },
];
// declared in another order than the fields stand, on purpose
const schema = z.object({
  terms: z.literal(true, { error: signupMessages.terms }),
  password: Password,
  email: z.string().trim().min(1, signupMessages.email),
  last_name: z.string().trim().min(1, signupMessages.lastName),
  first_name: z.string().trim().min(1, signupMessages.firstName),
});
const blank: Values = { first_name: ' ', last_name: '', email: '', password: '', terms: false };
const complaint = (values: Partial<Values>) => firstComplaint({ fields, schema }, { ...blank, ...values })?.sentence;

describe('a form shows the first failing sentence in the order of its fields', () => {
  it.each([
    [{}, signupMessages.firstName],
    [{ first_name: 'Ana' }, signupMessages.lastName],
    [{ first_name: 'Ana', last_name: 'R' }, signupMessages.email],
    [{ first_name: 'Ana', last_name: 'R', email: 'a@b' }, signupMessages.password],
    [{ first_name: 'Ana', last_name: 'R', email: 'a@b', password: '12345' }, signupMessages.passwordLength],
    [{ first_name: 'Ana', last_name: 'R', email: 'a@b', password: '123456' }, signupMessages.terms],
    [{ first_name: 'Ana', last_name: 'R', email: 'a@b', password: '123456', terms: true }, undefined],
  ])('%o', (values, sentence) => {
    expect(complaint(values)).toBe(sentence);
  });
});
