import type { Messages } from '../en/index.ts';

export const signup: Messages['signup'] = {
  title: 'Pedir una prueba gratis: %BRAND%',
  description:
    'Cree una cuenta y pruebe el producto completo durante 14 días. Sin tarjeta de crédito, sin costes de alta, cancele cuando quiera.',
  heading: 'Su propio espacio de trabajo, gratis 14 días',
  lead: 'Sin tarjeta de crédito, sin costes de alta, cancele cuando quiera. Su espacio recibe su propia dirección en cuanto se registra.',
  faq: {
    heading: 'Lo que se pregunta primero',
    items: [
      {
        question: '¿Qué incluye la prueba gratis?',
        answer:
          'El producto completo durante 14 días con los límites del plan Basic: 8.000 conversiones, 200.000 clics y ofertas ilimitadas.',
      },
      {
        question: '¿Necesito una tarjeta de crédito?',
        answer: 'No. No hay tarjeta, ni coste de alta, ni nada que cancelar si decide no seguir.',
      },
      {
        question: '¿Qué planes hay después?',
        answer:
          'Basic (₹699 al mes), Professional (Advanced, ₹2.999 al mes) y Enterprise (Premium, ₹6.999 al mes). Los nombres entre paréntesis son los de la [página de precios](/pricing).',
      },
      {
        question: '¿Cómo obtengo acceso?',
        answer:
          'Recibirá un correo con un enlace para fijar su contraseña. Lleva a su espacio en su propio subdominio, donde entra como gestor de la cuenta.',
      },
      {
        question: '¿Puedo usar mi propia marca?',
        answer:
          'Sí. Publishers y anunciantes ven su nombre, logotipo y color. La marca blanca forma parte de Professional (Advanced) y Enterprise (Premium).',
      },
      {
        question: '¿Qué pasa cuando termina la prueba?',
        answer:
          'La consola pasa a solo lectura. Los enlaces siguen redirigiendo y registrando 14 días más y luego llevan a su página alternativa. Nada se borra.',
      },
    ],
  },
  form: {
    heading: 'Crear una cuenta',
    requiredNote: 'Los campos marcados con * son obligatorios.',
    name: 'Nombre',
    email: 'Correo electrónico',
    company: 'Empresa',
    businessType: 'Tipo de negocio',
    chooseBusinessType: 'Elija un tipo de negocio',
    usageType: 'Tipo de uso',
    chooseUsageType: 'Elija uno o varios',
    removeUsage: 'Quitar {value}',
    country: 'País',
    chooseCountry: 'Elija un país',
    mobile: 'Móvil',
    microsoftTeams: 'Microsoft Teams',
    submit: 'Crear cuenta',
    submitting: 'Creando la cuenta...',
    businessTypes: {
      'Brand/Direct Advertiser': 'Marca/Anunciante directo',
      Agency: 'Agencia',
      'Affiliate/Ad Network': 'Red de afiliación/publicidad',
      'Mobile Apps': 'Aplicaciones móviles',
      'Media Buyer': 'Comprador de medios',
      'Social Media Advertising': 'Publicidad en redes sociales',
    },
    usageTypes: {
      'CPI & App Promotion': 'CPI y promoción de apps',
      'Lead Generation': 'Generación de leads',
      'E-Commerce': 'Comercio electrónico',
      'Email Marketing': 'Email marketing',
      'Traffic Source': 'Fuente de tráfico',
      'Finance & Fintech': 'Finanzas y fintech',
      'Travel & Hospitality': 'Viajes y hostelería',
      Multi: 'Varios',
    },
    faults: {
      name: 'El nombre es obligatorio',
      nameLength: 'El nombre es demasiado largo',
      email: 'El correo electrónico es obligatorio',
      emailShape: 'Introduzca un correo electrónico válido',
      company: 'La empresa es obligatoria',
      companyLength: 'El nombre de la empresa es demasiado largo',
      businessType: 'El tipo de negocio es obligatorio',
      usageType: 'El tipo de uso es obligatorio',
      country: 'Elija un país de la lista',
      mobile: 'Introduzca un número de móvil válido',
      microsoftTeams: 'El texto de Microsoft Teams es demasiado largo',
    },
    messages: {
      encryption: 'No se pudieron cifrar los datos. Inténtelo de nuevo.',
      decryption: 'No se pudo procesar la respuesta del servidor. Inténtelo de nuevo.',
      failed: 'El registro ha fallado. Inténtelo de nuevo.',
      network: 'Error de red. Compruebe su conexión e inténtelo de nuevo.',
      successTitle: '¡Registro completado!',
      success:
        'Gracias por registrarse. Recibirá sus credenciales de acceso por correo en breve, en cuanto su cuenta esté lista.',
      next: {
        title: 'Qué ocurre ahora',
        mail: 'Enviamos un correo a {email}. Su enlace sirve para elegir la contraseña y vale siete días.',
        workspace:
          'Su espacio de trabajo tendrá una dirección propia, tomada del nombre de su empresa: {address}, u otra si ese nombre no está libre. El correo dice cuál.',
        start: 'Abra el enlace, elija una contraseña y entre allí como responsable de cuentas.',
        nothing: '¿No ha llegado nada en diez minutos? Mire en el correo no deseado.',
        inbox: 'Esta instalación no envía correo: se guarda aquí.',
        contact: 'Escríbanos si no llega.',
      },
    },
  },
};
