export const contact = {
  title: 'Contact: %BRAND%',
  description: 'Write to us, call us, or visit: address, phone, email and business hours.',
  heading: 'Talk to a person who knows the product',
  lead: 'Sales, support or a migration you are not sure about. We answer within one business day.',
  form: {
    heading: 'Send us a message',
    name: 'Name',
    email: 'Email',
    company: 'Company',
    message: 'Message',
    optional: 'optional',
    submit: 'Send Message',
    submitting: 'Sending...',
    thanks: "Thank you for your message! We'll get back to you soon.",
    failed: 'Your message could not be sent. Please try again, or write to us by email.',
    faults: {
      name: 'Name is required',
      email: 'Email is required',
      emailShape: 'Please enter a valid email address',
      message: 'Message is required',
      tooLong: 'This text is too long',
    },
  },
  details: {
    heading: 'Where to find us',
    office: 'Office',
    phone: 'Phone',
    email: 'Email',
    hours: 'Business hours',
    social: 'Follow us',
    week: [
      { days: 'Mon-Fri', hours: '9-6' },
      { days: 'Sat', hours: '10-4' },
      { days: 'Sun', hours: 'closed' },
    ],
  },
  faq: {
    heading: 'Before you write',
    items: [
      {
        question: 'How fast do you answer?',
        answer:
          'Within one business day for messages from this page. Customers on Advanced and Premium reach support around the clock.',
      },
      {
        question: 'Can you move us from another tracker?',
        answer:
          'Yes. We bring over offers, publishers and parameter names, and run both systems side by side until the figures agree.',
      },
      {
        question: 'Do you offer a demo?',
        answer:
          'The free trial is the full product for 14 days. If you would rather be shown around, say so in your message and we will set up a call.',
      },
      {
        question: 'Where do I report a security problem?',
        answer:
          'Write to the email address on this page with the word security in the subject. It goes to the engineers directly.',
      },
    ],
  },
} as const;
