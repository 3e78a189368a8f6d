import type { Messages } from '../en/index.ts';

export const about: Messages['about'] = {
  title: 'Quiénes somos: %BRAND%',
  description:
    'Fundada en 2020 para acabar con la discusión mensual sobre cifras entre anunciantes, redes y publishers.',
  heading: 'Empezamos por una discusión sobre una cifra.',
  lead: 'Dos sistemas, una campaña y una diferencia que nadie sabía explicar. %BRAND% se fundó en 2020 para que esa conversación fuera corta.',
  story: {
    heading: 'Nuestra historia',
    paragraphs: [
      'En 2020 llevábamos programas de partners con herramientas que no se ponían de acuerdo. Los clics acababan en páginas en blanco, los límites se desbordaban y el mes terminaba con hojas de cálculo que iban y venían hasta que alguien cedía.',
      'Así que construimos el tracker por el que queríamos ser juzgados. Un clic se registra antes de redirigirse. Un rechazo tiene un motivo que el publisher puede leer. El dinero está en un libro contable en el que nada se edita después.',
      'Hoy anunciantes, agencias, redes de afiliación y publicidad, aplicaciones móviles y compradores de medios llevan con él sus programas, cada uno con su propio nombre.',
    ],
  },
  facts: [
    { value: '2020', label: 'año de fundación' },
    { value: '850+', label: 'empresas' },
    { value: '100+', label: 'integraciones' },
  ],
  values: {
    heading: 'Nuestros principios',
    items: [
      {
        title: 'Precisión',
        text: 'Los importes son millonésimas enteras y nunca se redondean por el camino. Un informe y un extracto suman lo mismo.',
      },
      {
        title: 'Innovación',
        text: 'Tomamos las quejas más antiguas del oficio, como los límites que se desbordan o los rechazos silenciosos, y las tratamos como problemas de ingeniería.',
      },
      {
        title: 'Colaboración',
        text: 'Anunciante, red y publisher ven el mismo registro. Cuando uno pregunta por qué, la respuesta ya está en la pantalla.',
      },
      {
        title: 'Seguridad',
        text: 'Los clientes están separados en la propia base de datos. Sesiones, postbacks y llamadas salientes van protegidos por defecto, no por ajuste.',
      },
    ],
  },
  team: 'El equipo',
  join: {
    heading: 'Construya su programa con nosotros',
    text: 'Pruébelo con sus propias campañas, o cuéntenos qué no puede hacer su herramienta actual.',
    trial: 'Empezar la prueba gratis',
    talk: 'Ponerse en contacto',
  },
};
