import type { Messages } from '../en/index.ts';

export const resources: Messages['resources'] = {
  title: 'संसाधन: %BRAND%',
  description: 'ट्रैकिंग लिंक, पोस्टबैक, मैक्रो, कैप और धोखाधड़ी की गाइड; इंटीग्रेशन, API, सहायता, प्रशिक्षण और नीतियाँ।',
  heading: 'संसाधन',
  lead: 'ट्रैकिंग कैसे चलती है, उसे कैसे जोड़ें, और न चले तो कौन मदद करता है।',
  contents: 'इस पेज पर',
  guides: 'गाइड',
  services: 'उत्पाद और सेवाएँ',
  legal: 'नीतियाँ',
};
