export const resources = {
  title: 'Resources: %BRAND%',
  description:
    'Guides to tracking links, postbacks, macros, caps and fraud; integrations, API, support, training and policies.',
  heading: 'Resources',
  lead: 'How tracking works, how to connect it, and who helps when it does not.',
  contents: 'On this page',
  guides: 'Guides',
  services: 'Product and services',
  legal: 'Policies',
} as const;
