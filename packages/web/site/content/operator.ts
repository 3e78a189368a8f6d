// Everything on the public site that belongs to whoever runs it: people, quotes, awards, address. All of it is plainly
// fictional (example.com, 555 numbers). Replace it with your own, and set `notice` to null.
import type { Lang } from './languages.ts';

type Localised = Readonly<Record<Lang, string>>;

export const notice: Localised | null = {
  en: 'The people, quotes, awards and contact details on this site are fictional samples.',
  es: 'Las personas, citas, premios y datos de contacto de este sitio son muestras ficticias.',
  hi: 'इस साइट पर दिखाए गए लोग, कथन, पुरस्कार और संपर्क विवरण काल्पनिक नमूने हैं।',
};

export const contactDetails = {
  address: ['42 Confluence Road', 'Example Park, Bengaluru 560000', 'India'],
  phone: { text: '+91 80 5550 0142', href: 'tel:+918055500142' },
  email: { text: 'hello@example.com', href: 'mailto:hello@example.com' },
  social: [
    { name: 'LinkedIn', href: 'https://example.com/linkedin' },
    { name: 'X', href: 'https://example.com/x' },
    { name: 'YouTube', href: 'https://example.com/youtube' },
    { name: 'GitHub', href: 'https://example.com/github' },
  ],
} as const;

export interface TeamMember {
  name: string;
  role: Localised;
  about: Localised;
}

export const team: readonly [TeamMember, TeamMember, TeamMember] = [
  {
    name: 'Asha Rivers',
    role: { en: 'Co-founder, product', es: 'Cofundadora, producto', hi: 'सह-संस्थापक, उत्पाद' },
    about: {
      en: 'Ran partner operations at a network and reconciled its payouts by hand every month. She decided once was enough.',
      es: 'Dirigió las operaciones de partners de una red y conciliaba los pagos a mano cada mes. Decidió que no lo haría más.',
      hi: 'एक नेटवर्क में पार्टनर संचालन सँभाला और हर महीने भुगतानों का मिलान हाथ से किया। फिर तय किया कि अब नहीं।',
    },
  },
  {
    name: 'Mateo Fontaine',
    role: { en: 'Co-founder, engineering', es: 'Cofundador, ingeniería', hi: 'सह-संस्थापक, इंजीनियरिंग' },
    about: {
      en: 'Writes the redirect path: the part that must answer in milliseconds and must never lose a record.',
      es: 'Escribe la ruta de redirección: la parte que responde en milisegundos y nunca debe perder un registro.',
      hi: 'रीडायरेक्ट का रास्ता लिखते हैं: वह हिस्सा जो मिलीसेकंड में उत्तर देता है और कोई रिकॉर्ड नहीं खो सकता।',
    },
  },
  {
    name: 'Ingrid Delta',
    role: { en: 'Head of partner success', es: 'Responsable de éxito de partners', hi: 'पार्टनर सफलता प्रमुख' },
    about: {
      en: 'Brings new networks on board, moves their offers across, and answers when a number looks wrong.',
      es: 'Incorpora nuevas redes, traslada sus ofertas y responde cuando una cifra no cuadra.',
      hi: 'नए नेटवर्क जोड़ती हैं, उनके ऑफ़र स्थानांतरित करती हैं, और जब कोई संख्या ग़लत लगे तो उत्तर देती हैं।',
    },
  },
];

export interface Testimonial {
  name: string;
  company: string;
  role: Localised;
  quote: Localised;
}

export const testimonials: readonly [Testimonial, Testimonial, Testimonial] = [
  {
    name: 'Priya Example',
    company: 'Example Network',
    role: { en: 'Head of affiliates', es: 'Directora de afiliados', hi: 'एफ़िलिएट प्रमुख' },
    quote: {
      en: 'Our publishers used to ask why a conversion was missing. Now they see the reason in their own portal before they ask.',
      es: 'Nuestros publishers preguntaban por qué faltaba una conversión. Ahora ven el motivo en su propio portal antes de preguntar.',
      hi: 'पहले हमारे पब्लिशर पूछते थे कि कन्वर्ज़न क्यों नहीं दिखा। अब वे पूछने से पहले ही अपने पोर्टल में कारण देख लेते हैं।',
    },
  },
  {
    name: 'Daniel Sample',
    company: 'Sample Apps',
    role: { en: 'User acquisition lead', es: 'Responsable de adquisición', hi: 'यूज़र अधिग्रहण प्रमुख' },
    quote: {
      en: 'We closed the month in two hours instead of four days. Every rupee in the payout run traces back to a click.',
      es: 'Cerramos el mes en dos horas en lugar de cuatro días. Cada rupia del pago se remonta a un clic.',
      hi: 'हमने महीना चार दिन की जगह दो घंटे में बंद किया। भुगतान का हर रुपया किसी क्लिक तक पहुँचता है।',
    },
  },
  {
    name: 'Lucía Muestra',
    company: 'Muestra Media',
    role: { en: 'Media buyer', es: 'Compradora de medios', hi: 'मीडिया बायर' },
    quote: {
      en: 'The cap held to the last conversion on our busiest day. That had never happened to us before.',
      es: 'El límite aguantó hasta la última conversión en nuestro día de más tráfico. Nunca nos había pasado.',
      hi: 'हमारे सबसे व्यस्त दिन पर भी कैप आख़िरी कन्वर्ज़न तक टिका रहा। ऐसा पहले कभी नहीं हुआ था।',
    },
  },
];

export interface Award {
  year: number;
  title: Localised;
  by: string;
}

export const awards: readonly [Award, Award, Award] = [
  {
    year: 2023,
    by: 'Example Performance Awards',
    title: { en: 'Best tracking platform', es: 'Mejor plataforma de seguimiento', hi: 'सर्वश्रेष्ठ ट्रैकिंग प्लेटफ़ॉर्म' },
  },
  {
    year: 2024,
    by: 'Sample Fraud Forum',
    title: { en: 'Traffic quality prize', es: 'Premio a la calidad del tráfico', hi: 'ट्रैफ़िक गुणवत्ता पुरस्कार' },
  },
  {
    year: 2025,
    by: 'Example Partner Summit',
    title: { en: 'Partners’ choice', es: 'Elección de los partners', hi: 'पार्टनरों की पसंद' },
  },
];
