// The site in the browser: pages are plain HTML, and only their live parts are taken over by React, each with its own
// small bundle.
import '../ui/tokens.css';
import './styles/base.css';
import './styles/header.css';
import './styles/parts.css';
import './styles/console.css';
import './styles/pages.css';
import './styles/plans.css';
import './styles/forms.css';
import { createElement, type FunctionComponent } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { boot } from '../kit/boot.ts';
import { Header } from './islands/header.tsx';
import { propsOf } from './parts/island.tsx';
import { followSystemScheme } from './scheme.ts';

type Part = FunctionComponent<never>;

const parts: Record<string, () => Promise<Part>> = {
  header: async () => Header,
  dashboard: async () => (await import('./islands/dashboard.tsx')).Dashboard,
  plans: async () => (await import('./islands/plans.tsx')).Plans,
  'contact-form': async () => (await import('./islands/contact-form.tsx')).ContactForm,
  'trial-form': async () => (await import('./islands/trial-form.tsx')).TrialForm,
};

followSystemScheme();
for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
  void takeOver(element);
}

async function takeOver(element: HTMLElement): Promise<void> {
  const part = await parts[element.dataset.island ?? '']?.();
  if (!part) return;
  hydrateRoot(element, createElement(part as FunctionComponent<object>, propsOf(element, boot().brandName)));
  element.dataset.live = 'true';
}
