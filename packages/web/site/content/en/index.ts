// English: the specification's own words where they give them, ours elsewhere. Its shape is the shape of every language.
import type { Same } from '../languages.ts';
import { about } from './about.ts';
import { chrome } from './chrome.ts';
import { contact } from './contact.ts';
import { features } from './features.ts';
import { guides } from './guides.ts';
import { home } from './home.ts';
import { learnMore } from './learn-more.ts';
import { legal } from './legal.ts';
import { pricing } from './pricing.ts';
import { resources } from './resources.ts';
import { services } from './services.ts';
import { signup } from './signup.ts';

export const en = {
  chrome,
  home,
  about,
  features,
  contact,
  pricing,
  signup,
  resources,
  guides,
  services,
  legal,
  learnMore,
};
export type Messages = Same<typeof en>;
