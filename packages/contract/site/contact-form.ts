// The contact form: its checks in field order, zod-free for the public site; contact.ts runs the same function.
import { isEmail } from './trial-form.ts';

export interface ContactForm {
  name: string;
  email: string;
  company: string;
  message: string;
}

export const contactLengths = { name: 120, email: 254, company: 120, message: 5000 } as const;

export const contactFaults = {
  name: 'Name is required',
  email: 'Email is required',
  emailShape: 'Please enter a valid email address',
  message: 'Message is required',
  tooLong: 'This text is too long',
} as const;
export type ContactFault = keyof typeof contactFaults;

export interface ContactFieldFault {
  field: keyof ContactForm;
  fault: ContactFault;
}

/** every fault, in the order of the fields on the screen; the values are read as trimmed */
export function checkContact(form: ContactForm): ContactFieldFault[] {
  const faultOf = (field: keyof ContactForm): ContactFault | null => {
    const text = form[field].trim();
    if (text === '') return field === 'company' ? null : field;
    if (text.length > contactLengths[field]) return 'tooLong';
    return field === 'email' && !isEmail(text) ? 'emailShape' : null;
  };
  return (['name', 'email', 'company', 'message'] as const).flatMap((field) => {
    const fault = faultOf(field);
    return fault ? [{ field, fault }] : [];
  });
}

/** how the call looks on the wire; contact.ts completes it to a route */
export const contactCall = { method: 'POST', path: '/api/contact', wire: 'json', headers: [] } as const;
