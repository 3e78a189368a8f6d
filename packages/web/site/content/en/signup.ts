export const signup = {
  title: 'Request a free trial: %BRAND%',
  description:
    'Create an account and try the whole product for 14 days. No credit card, no setup fees, cancel anytime.',
  heading: 'Your own workspace, free for 14 days',
  lead: 'No credit card, no setup fees, cancel anytime. Your workspace gets its own address as soon as you sign up.',
  faq: {
    heading: 'Questions people ask first',
    items: [
      {
        question: 'What do I get in the free trial?',
        answer:
          'The whole product for 14 days within the limits of the Basic plan: 8,000 conversions, 200,000 clicks and unlimited offers.',
      },
      {
        question: 'Do I need a credit card?',
        answer: 'No. There is no credit card, no setup fee, and nothing to cancel if you decide against it.',
      },
      {
        question: 'Which plans are there afterwards?',
        answer:
          'Basic (₹699 per month), Professional (Advanced, ₹2,999 per month) and Enterprise (Premium, ₹6,999 per month). The names in brackets are those of the [pricing page](/pricing).',
      },
      {
        question: 'How do I get access?',
        answer:
          'You receive an email with a link that sets your password. It leads to your workspace at its own subdomain, where you sign in as its account manager.',
      },
      {
        question: 'Can I use my own brand?',
        answer:
          'Yes. Publishers and advertisers see your name, logo and colour. White label is part of Professional (Advanced) and Enterprise (Premium).',
      },
      {
        question: 'What happens when the trial ends?',
        answer:
          'The console becomes read-only. Links go on redirecting and recording for 14 more days, then lead to your fallback page. Nothing is deleted.',
      },
    ],
  },
  form: {
    heading: 'Create an Account',
    requiredNote: 'Fields marked * are required.',
    name: 'Name',
    email: 'Email',
    company: 'Company',
    businessType: 'Business Type',
    chooseBusinessType: 'Select a business type',
    usageType: 'Usage Type',
    chooseUsageType: 'Select one or more',
    removeUsage: 'Remove {value}',
    country: 'Country',
    chooseCountry: 'Select a country',
    mobile: 'Mobile',
    microsoftTeams: 'Microsoft Teams',
    submit: 'Create Account',
    submitting: 'Creating account...',
    businessTypes: {
      'Brand/Direct Advertiser': 'Brand/Direct Advertiser',
      Agency: 'Agency',
      'Affiliate/Ad Network': 'Affiliate/Ad Network',
      'Mobile Apps': 'Mobile Apps',
      'Media Buyer': 'Media Buyer',
      'Social Media Advertising': 'Social Media Advertising',
    },
    usageTypes: {
      'CPI & App Promotion': 'CPI & App Promotion',
      'Lead Generation': 'Lead Generation',
      'E-Commerce': 'E-Commerce',
      'Email Marketing': 'Email Marketing',
      'Traffic Source': 'Traffic Source',
      'Finance & Fintech': 'Finance & Fintech',
      'Travel & Hospitality': 'Travel & Hospitality',
      Multi: 'Multi',
    },
    faults: {
      name: 'Name is required',
      nameLength: 'Name is too long',
      email: 'Email is required',
      emailShape: 'Please enter a valid email address',
      company: 'Company is required',
      companyLength: 'Company is too long',
      businessType: 'Business Type is required',
      usageType: 'Usage Type is required',
      country: 'Please choose a country from the list',
      mobile: 'Please enter a valid mobile number',
      microsoftTeams: 'Microsoft Teams is too long',
    },
    messages: {
      encryption: 'Data encryption failed. Please try again.',
      decryption: 'Failed to process server response. Please try again.',
      failed: 'Registration failed. Please try again.',
      network: 'Network error. Please check your connection and try again.',
      successTitle: 'Registration Successful!',
      success:
        'Thank you for signing up. You will receive login credentials via email shortly once your account is ready.',
      next: {
        title: 'What happens next',
        mail: 'A mail is on its way to {email}. Its link sets your password and works for seven days.',
        workspace:
          'Your workspace gets an address of its own, from the name of your company: {address}, or another where that name is not free. The mail says which.',
        start: 'Open the link, choose a password, and sign in there as the account manager.',
        nothing: 'Nothing after ten minutes? Please look among the unwanted mail.',
        inbox: 'This installation sends no mail: it is kept here.',
        contact: 'Write to us if it does not come.',
      },
    },
  },
} as const;
