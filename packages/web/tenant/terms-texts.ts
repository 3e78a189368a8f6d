// The terms that stand on a tenant's sign-up pages, in words a reader can follow. A tenant has them checked for its own
// jurisdiction; {brand} is its display name.
import type { Language } from '../kit/language.ts';

interface Terms {
  title: string;
  intro: string;
  sections: readonly { heading: string; text: string }[];
}

export const terms: Readonly<Record<Language, Terms>> = {
  en: {
    title: 'Terms and conditions',
    intro: 'These terms are an agreement between you and {brand}, whose partner programme you join here.',
    sections: [
      {
        heading: 'Your account',
        text: 'Sign up with your own name and a working e-mail address, and keep your password to yourself. An account manager of {brand} decides whether to open the account, and may ask for more about you or your traffic first.',
      },
      {
        heading: 'If you are a publisher',
        text: 'Promote campaigns only in the ways their descriptions allow. No incentives, bids on brand names, unsolicited mail, malware, forced clicks or misleading pages unless a campaign permits it in writing. Say truthfully where your traffic comes from.',
      },
      {
        heading: 'If you are an advertiser',
        text: 'You answer for your offers, landing pages and creatives: they must be lawful and say what they sell. Report conversions completely and promptly, and reject one only with a reason.',
      },
      {
        heading: 'Counting and payment',
        text: 'The figures recorded by {brand} decide. A conversion may be held for checking and is rejected if it was fraudulent, cancelled or outside the rules of its campaign. Approved conversions are paid at the rate in force at the time of the click, in the currency and at the dates agreed with your account manager.',
      },
      {
        heading: 'Data',
        text: 'Your details are used to run your account, to count and to pay. Of a visitor the click, address, device and approximate location are processed to count correctly and to detect fraud. Whoever sends visitors asks them for consent where the law wants it.',
      },
      {
        heading: 'Ending',
        text: 'You may leave at any time. {brand} may close an account that breaks these terms, and keeps back what was not earned by the rules. What was earned by them is paid out.',
      },
      {
        heading: 'Changes',
        text: '{brand} may change these terms and tells you by e-mail before it does. Whoever goes on using the account afterwards agrees to the change.',
      },
    ],
  },
  hi: {
    title: 'नियम और शर्तें',
    intro: 'ये शर्तें आपके और {brand} के बीच का अनुबंध हैं, जिसके पार्टनर कार्यक्रम से आप यहाँ जुड़ते हैं।',
    sections: [
      {
        heading: 'आपका खाता',
        text: 'अपने नाम और चालू ईमेल पते से साइन अप करें और पासवर्ड किसी को न बताएँ। खाता खोला जाए या नहीं, यह {brand} का अकाउंट मैनेजर तय करता है; वह पहले आपके या आपके ट्रैफ़िक के बारे में और जानकारी माँग सकता है।',
      },
      {
        heading: 'यदि आप पब्लिशर हैं',
        text: 'अभियानों का प्रचार केवल उन्हीं तरीकों से करें जिनकी अनुमति उनके विवरण में है। लिखित अनुमति के बिना प्रलोभन, ब्रांड नामों पर बोली, बिना माँगी मेल, मैलवेयर, ज़बरन क्लिक या भ्रामक पेज वर्जित हैं। ट्रैफ़िक कहाँ से आता है, यह सच-सच बताएँ।',
      },
      {
        heading: 'यदि आप विज्ञापनदाता हैं',
        text: 'अपने ऑफ़र, लैंडिंग पेज और विज्ञापन सामग्री के लिए आप उत्तरदायी हैं: वे वैध हों और वही बताएँ जो बेचते हैं। कन्वर्ज़न पूरे और समय पर बताएँ, और केवल कारण देकर ही अस्वीकार करें।',
      },
      {
        heading: 'गणना और भुगतान',
        text: '{brand} के दर्ज आँकड़े मान्य हैं। कन्वर्ज़न जाँच के लिए रोका जा सकता है और धोखाधड़ी, रद्द होने या अभियान के नियमों से बाहर होने पर अस्वीकार होता है। स्वीकृत कन्वर्ज़न का भुगतान क्लिक के समय लागू दर से, अकाउंट मैनेजर से तय मुद्रा और तिथियों पर होता है।',
      },
      {
        heading: 'डेटा',
        text: 'आपका विवरण खाता चलाने, गिनने और भुगतान के लिए उपयोग होता है। आगंतुक का क्लिक, पता, डिवाइस और अनुमानित स्थान सही गिनती और धोखाधड़ी पकड़ने के लिए संसाधित होते हैं। जहाँ क़ानून चाहे, वहाँ आगंतुक भेजने वाला उनकी सहमति लेता है।',
      },
      {
        heading: 'समाप्ति',
        text: 'आप कभी भी छोड़ सकते हैं। इन शर्तों को तोड़ने वाला खाता {brand} बंद कर सकता है और जो नियमों से अर्जित नहीं हुआ उसे रोक सकता है। जो नियमों से अर्जित हुआ, उसका भुगतान होता है।',
      },
      {
        heading: 'बदलाव',
        text: '{brand} ये शर्तें बदल सकता है और पहले ईमेल से बताता है। उसके बाद भी खाता उपयोग करना बदलाव से सहमति है।',
      },
    ],
  },
  es: {
    title: 'Términos y condiciones',
    intro: 'Estos términos son un acuerdo entre usted y {brand}, a cuyo programa de socios se une aquí.',
    sections: [
      {
        heading: 'Su cuenta',
        text: 'Regístrese con su propio nombre y un correo que funcione, y no comparta su contraseña. Un gestor de cuentas de {brand} decide si abre la cuenta, y antes puede pedir más datos sobre usted o su tráfico.',
      },
      {
        heading: 'Si es editor',
        text: 'Promocione las campañas solo como permiten sus descripciones. Sin permiso por escrito no se admiten incentivos, pujas por marcas, correo no solicitado, programas maliciosos, clics forzados ni páginas engañosas. Diga con verdad de dónde viene su tráfico.',
      },
      {
        heading: 'Si es anunciante',
        text: 'Usted responde de sus ofertas, páginas de destino y creatividades: deben ser lícitas y decir lo que venden. Comunique las conversiones completas y a tiempo, y rechace alguna solo con un motivo.',
      },
      {
        heading: 'Recuento y pago',
        text: 'Deciden las cifras registradas por {brand}. Una conversión puede retenerse para revisarla y se rechaza si fue fraudulenta, se canceló o no cumple las reglas de su campaña. Las aprobadas se pagan con la tarifa vigente en el momento del clic, en la moneda y las fechas acordadas con su gestor de cuentas.',
      },
      {
        heading: 'Datos',
        text: 'Sus datos se usan para llevar su cuenta, contar y pagar. De un visitante se tratan el clic, la dirección, el dispositivo y la ubicación aproximada, para contar bien y detectar fraude. Quien envía visitantes les pide el consentimiento donde la ley lo exige.',
      },
      {
        heading: 'Fin',
        text: 'Puede irse cuando quiera. {brand} puede cerrar una cuenta que incumpla estos términos y retener lo que no se ganó conforme a las reglas. Lo ganado conforme a ellas se paga.',
      },
      {
        heading: 'Cambios',
        text: '{brand} puede cambiar estos términos y le avisa antes por correo. Quien sigue usando la cuenta después acepta el cambio.',
      },
    ],
  },
};
