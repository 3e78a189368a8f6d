// Every country of ISO 3166-1, as the two-letter codes that travel in lower case. Names come from the platform's own
// language data. Zod-free.

export const countryCodes: readonly string[] = (
  'ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ' +
  'ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ' +
  'ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ' +
  'ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt ' +
  'mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw ' +
  'sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ' +
  'ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
).split(' ');

const known = new Set(countryCodes);
export const isCountryCode = (code: string): boolean => known.has(code);

/** "in", "en" → "India"; the code itself, in capitals, where the platform has no name for it */
export function countryName(code: string, locale: string): string {
  const upper = code.toUpperCase();
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(upper) ?? upper;
}

export interface Country {
  code: string;
  name: string;
}

/** all of them, sorted as a reader of that language expects */
export function countriesIn(locale: string): Country[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(locale);
  return countryCodes
    .map((code) => ({ code, name: names.of(code.toUpperCase()) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}
