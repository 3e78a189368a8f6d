// What the check says, in three languages; the page and the command read the same.

export const en = {
  verdictGood: 'The statement holds.',
  verdictBad: 'The statement does not hold.',
  title: 'Check a statement',
  intro:
    'This page works without a network: what you choose stays on this computer. You may save the page and open it from there.',
  file: 'Signed statement',
  older: 'An older statement of the same account (optional)',
  keys: 'The workspace’s keys, from /.well-known/tributary-keys.json (optional)',
  check: 'Check',
  language: 'Language',
  chooseFile: 'Please choose the statement first.',
  notJson: '{name} is not a file that this page can read.',
  noCrypto:
    'This browser cannot check signatures here. Please save this page, open it from your computer, or use a newer browser.',
  account: 'Account',
  period: 'Period',
  begin: 'the beginning',
  balances: 'Balances',
  opening: 'At the beginning',
  closing: 'At the end',
  pending: 'of it waiting',
  entries: 'Entries',
  entry: 'Entry',
  time: 'Time',
  kind: 'Kind',
  amount: 'Amount',
  reason: 'Reason',
  firstShown: 'The first {shown} of {count} are shown.',
  steps: {
    readable: 'The file is a statement with {count} entries.',
    unreadable: 'The file cannot be read as a statement: {what} is missing or malformed.',
    no_signature: 'The statement has no signature that can be read, or not the key to it.',
    changed_after_signing: 'The statement was changed after it was signed.',
    signature_wrong: 'The signature of the statement is not good.',
    signed: 'The statement is signed with the key {key}, and unchanged since.',
    checkpoint_unreadable: 'The checkpoint cannot be read, or is of another workspace.',
    checkpoint_wrong: 'The signature of the checkpoint is not good.',
    checkpoint_signed: 'The checkpoint of {time} over {size} entries of the ledger is signed.',
    keys_not_given:
      'Whether the keys {keys} are the workspace’s own, the file cannot tell: compare them with those that it publishes.',
    keys_of_another: 'The keys given are not those of {origin}, or cannot be read.',
    key_not_published: 'The key {key} is not among those that the workspace publishes.',
    key_retired: 'The key {key} was retired on {until}, before the statement was made.',
    keys_published: 'The keys {keys} are those that the workspace publishes.',
    entry_unreadable: 'Entry {entry} cannot be read, or stands under another number.',
    entry_out_of_order: 'Entry {entry} is not in its place: entries follow each other by number.',
    entry_after_checkpoint: 'Entry {entry} is not covered by the checkpoint.',
    entry_of_another: 'Entry {entry} is of another account or workspace.',
    entry_outside: 'Entry {entry} is not of the period of the statement.',
    entry_not_linked: 'Entry {entry} does not hang on the entry before it.',
    entry_not_head: 'Entry {entry} is not the one with which the ledger ended at the checkpoint.',
    entries_hashed: 'All {count} entries are of this account and of the period; their hashes were made again.',
    not_reached: 'Not checked, because a step before it failed.',
    not_in_ledger: 'Entry {entry} does not stand in the ledger as it is told here.',
    all_in_ledger: 'All {count} entries stand in the ledger of {size} entries that was signed.',
    phase_unknown: 'Entry {entry} moves its accounts in a way that is not known here.',
    account_of_another: 'Entry {entry} moves an account of somebody else.',
    opening_not_zero:
      'The statement begins with the first entry, but {account} in {currency} does not begin with zero.',
    sums_differ: 'The entries do not add up to the balance of {account} in {currency}.',
    balance_missing: 'The entries move {account}, of which no balance is told.',
    sums_agree: 'All {count} balances are what the entries add up to.',
    sums_agree_untold:
      'All {count} balances add up; {untold} entries of campaigns whose payout is not told are only summed up, without proof.',
    older_refused: 'The older statement does not hold by itself: {why}.',
    older_of_another: 'The older statement is of another account or workspace.',
    older_is_newer: 'The statement given as the older one was made later: {older} entries against {newer}.',
    no_consistency:
      'The newer statement has no proof that leads from {older} to {newer} entries. Please download it anew.',
    history_changed: 'The ledger was changed: its first {older} entries are not those of the older statement.',
    history_kept:
      'The first {older} of {newer} entries of the ledger are those of the older statement: nothing was changed or dropped.',
    entry_dropped: 'Entry {entry} of the older statement is missing in the newer one.',
    entry_changed: 'Entry {entry} says something else than in the older statement.',
    balance_differs:
      'The older statement ends with another balance of {account} in {currency} than the newer one begins with.',
  },
};

/** @type {typeof en} */
export const es = {
  verdictGood: 'El extracto es correcto.',
  verdictBad: 'El extracto no es correcto.',
  title: 'Comprobar un extracto',
  intro:
    'Esta página funciona sin red: lo que elijas se queda en este ordenador. Puedes guardarla y abrirla desde allí.',
  file: 'Extracto firmado',
  older: 'Un extracto anterior de la misma cuenta (opcional)',
  keys: 'Las claves del espacio de trabajo, de /.well-known/tributary-keys.json (opcional)',
  check: 'Comprobar',
  language: 'Idioma',
  chooseFile: 'Primero elige el extracto.',
  notJson: '{name} no es un archivo que esta página pueda leer.',
  noCrypto:
    'Este navegador no puede comprobar firmas aquí. Guarda esta página y ábrela desde tu ordenador, o usa un navegador más reciente.',
  account: 'Cuenta',
  period: 'Periodo',
  begin: 'el principio',
  balances: 'Saldos',
  opening: 'Al principio',
  closing: 'Al final',
  pending: 'pendiente',
  entries: 'Asientos',
  entry: 'Asiento',
  time: 'Hora',
  kind: 'Tipo',
  amount: 'Importe',
  reason: 'Motivo',
  firstShown: 'Se muestran los primeros {shown} de {count}.',
  steps: {
    readable: 'El archivo es un extracto con {count} asientos.',
    unreadable: 'El archivo no se puede leer como extracto: falta {what} o está mal escrito.',
    no_signature: 'El extracto no tiene una firma legible, o falta su clave.',
    changed_after_signing: 'El extracto fue modificado después de firmarse.',
    signature_wrong: 'La firma del extracto no es válida.',
    signed: 'El extracto está firmado con la clave {key} y no ha cambiado desde entonces.',
    checkpoint_unreadable: 'El punto de control no se puede leer o es de otro espacio de trabajo.',
    checkpoint_wrong: 'La firma del punto de control no es válida.',
    checkpoint_signed: 'El punto de control de {time}, sobre {size} asientos del libro, está firmado.',
    keys_not_given:
      'El archivo no puede decir si las claves {keys} son del espacio de trabajo: compáralas con las que publica.',
    keys_of_another: 'Las claves indicadas no son las de {origin}, o no se pueden leer.',
    key_not_published: 'La clave {key} no está entre las que publica el espacio de trabajo.',
    key_retired: 'La clave {key} se retiró el {until}, antes de hacerse el extracto.',
    keys_published: 'Las claves {keys} son las que publica el espacio de trabajo.',
    entry_unreadable: 'El asiento {entry} no se puede leer o figura con otro número.',
    entry_out_of_order: 'El asiento {entry} no está en su sitio: los asientos van por número.',
    entry_after_checkpoint: 'El asiento {entry} no está cubierto por el punto de control.',
    entry_of_another: 'El asiento {entry} es de otra cuenta u otro espacio de trabajo.',
    entry_outside: 'El asiento {entry} no es del periodo del extracto.',
    entry_not_linked: 'El asiento {entry} no enlaza con el anterior.',
    entry_not_head: 'El asiento {entry} no es aquel con el que terminaba el libro en el punto de control.',
    entries_hashed: 'Los {count} asientos son de esta cuenta y del periodo; sus huellas se han vuelto a calcular.',
    not_reached: 'No se comprobó, porque falló un paso anterior.',
    not_in_ledger: 'El asiento {entry} no figura en el libro como se dice aquí.',
    all_in_ledger: 'Los {count} asientos figuran en el libro firmado de {size} asientos.',
    phase_unknown: 'El asiento {entry} mueve sus cuentas de un modo desconocido aquí.',
    account_of_another: 'El asiento {entry} mueve una cuenta de otra persona.',
    opening_not_zero: 'El extracto empieza con el primer asiento, pero {account} en {currency} no empieza en cero.',
    sums_differ: 'Los asientos no suman el saldo de {account} en {currency}.',
    balance_missing: 'Los asientos mueven {account}, cuyo saldo no se indica.',
    sums_agree: 'Los {count} saldos son lo que suman los asientos.',
    sums_agree_untold:
      'Los {count} saldos cuadran; {untold} asientos de campañas cuyo pago no se revela solo se suman, sin prueba.',
    older_refused: 'El extracto anterior no se sostiene por sí mismo: {why}.',
    older_of_another: 'El extracto anterior es de otra cuenta u otro espacio de trabajo.',
    older_is_newer: 'El extracto dado como anterior se hizo después: {older} asientos frente a {newer}.',
    no_consistency: 'El extracto nuevo no trae la prueba que lleva de {older} a {newer} asientos. Descárgalo de nuevo.',
    history_changed: 'El libro fue modificado: sus primeros {older} asientos no son los del extracto anterior.',
    history_kept:
      'Los primeros {older} de {newer} asientos del libro son los del extracto anterior: nada se cambió ni se quitó.',
    entry_dropped: 'El asiento {entry} del extracto anterior falta en el nuevo.',
    entry_changed: 'El asiento {entry} dice otra cosa que en el extracto anterior.',
    balance_differs:
      'El extracto anterior termina con otro saldo de {account} en {currency} que aquel con el que empieza el nuevo.',
  },
};

/** @type {typeof en} */
export const hi = {
  verdictGood: 'विवरण सही है।',
  verdictBad: 'विवरण सही नहीं है।',
  title: 'विवरण की जाँच',
  intro: 'यह पेज बिना नेटवर्क के चलता है: आप जो चुनते हैं वह इसी कंप्यूटर पर रहता है। आप पेज को सहेजकर वहीं से खोल सकते हैं।',
  file: 'हस्ताक्षरित विवरण',
  older: 'उसी खाते का पुराना विवरण (वैकल्पिक)',
  keys: 'वर्कस्पेस की कुंजियाँ, /.well-known/tributary-keys.json से (वैकल्पिक)',
  check: 'जाँचें',
  language: 'भाषा',
  chooseFile: 'कृपया पहले विवरण चुनें।',
  notJson: '{name} ऐसी फ़ाइल नहीं है जिसे यह पेज पढ़ सके।',
  noCrypto: 'यह ब्राउज़र यहाँ हस्ताक्षर नहीं जाँच सकता। कृपया इस पेज को सहेजकर अपने कंप्यूटर से खोलें, या नया ब्राउज़र लें।',
  account: 'खाता',
  period: 'अवधि',
  begin: 'आरंभ',
  balances: 'शेष राशियाँ',
  opening: 'आरंभ में',
  closing: 'अंत में',
  pending: 'प्रतीक्षा में',
  entries: 'प्रविष्टियाँ',
  entry: 'प्रविष्टि',
  time: 'समय',
  kind: 'प्रकार',
  amount: 'राशि',
  reason: 'कारण',
  firstShown: '{count} में से पहली {shown} दिखाई गई हैं।',
  steps: {
    readable: 'यह फ़ाइल {count} प्रविष्टियों वाला विवरण है।',
    unreadable: 'यह फ़ाइल विवरण के रूप में नहीं पढ़ी जा सकती: {what} नहीं है या गलत लिखा है।',
    no_signature: 'विवरण पर पढ़ने योग्य हस्ताक्षर नहीं है, या उसकी कुंजी नहीं है।',
    changed_after_signing: 'विवरण पर हस्ताक्षर के बाद उसे बदला गया है।',
    signature_wrong: 'विवरण का हस्ताक्षर सही नहीं है।',
    signed: 'विवरण पर कुंजी {key} से हस्ताक्षर है, और तब से वह बदला नहीं है।',
    checkpoint_unreadable: 'चेकपॉइंट पढ़ा नहीं जा सकता, या किसी और वर्कस्पेस का है।',
    checkpoint_wrong: 'चेकपॉइंट का हस्ताक्षर सही नहीं है।',
    checkpoint_signed: '{time} का चेकपॉइंट, खाता-बही की {size} प्रविष्टियों पर, हस्ताक्षरित है।',
    keys_not_given: 'कुंजियाँ {keys} वर्कस्पेस की अपनी हैं या नहीं, यह फ़ाइल नहीं बता सकती: उन्हें उसकी प्रकाशित कुंजियों से मिलाएँ।',
    keys_of_another: 'दी गई कुंजियाँ {origin} की नहीं हैं, या पढ़ी नहीं जा सकतीं।',
    key_not_published: 'कुंजी {key} वर्कस्पेस की प्रकाशित कुंजियों में नहीं है।',
    key_retired: 'कुंजी {key} {until} को हटा दी गई थी, विवरण बनने से पहले।',
    keys_published: 'कुंजियाँ {keys} वही हैं जो वर्कस्पेस प्रकाशित करता है।',
    entry_unreadable: 'प्रविष्टि {entry} पढ़ी नहीं जा सकती, या किसी और क्रमांक पर है।',
    entry_out_of_order: 'प्रविष्टि {entry} अपनी जगह पर नहीं है: प्रविष्टियाँ क्रमांक से चलती हैं।',
    entry_after_checkpoint: 'प्रविष्टि {entry} चेकपॉइंट में शामिल नहीं है।',
    entry_of_another: 'प्रविष्टि {entry} किसी और खाते या वर्कस्पेस की है।',
    entry_outside: 'प्रविष्टि {entry} विवरण की अवधि की नहीं है।',
    entry_not_linked: 'प्रविष्टि {entry} अपने से पहले वाली प्रविष्टि से नहीं जुड़ती।',
    entry_not_head: 'प्रविष्टि {entry} वह नहीं है जिस पर चेकपॉइंट के समय खाता-बही समाप्त हुई।',
    entries_hashed: 'सभी {count} प्रविष्टियाँ इस खाते और अवधि की हैं; उनके हैश फिर से बनाए गए।',
    not_reached: 'जाँचा नहीं गया, क्योंकि इससे पहले का चरण विफल रहा।',
    not_in_ledger: 'प्रविष्टि {entry} खाता-बही में वैसी नहीं है जैसी यहाँ बताई गई है।',
    all_in_ledger: 'सभी {count} प्रविष्टियाँ {size} प्रविष्टियों वाली हस्ताक्षरित खाता-बही में हैं।',
    phase_unknown: 'प्रविष्टि {entry} अपने खातों को ऐसे बदलती है जो यहाँ ज्ञात नहीं।',
    account_of_another: 'प्रविष्टि {entry} किसी और का खाता बदलती है।',
    opening_not_zero: 'विवरण पहली प्रविष्टि से शुरू है, पर {currency} में {account} शून्य से शुरू नहीं होता।',
    sums_differ: 'प्रविष्टियों का योग {currency} में {account} की शेष राशि के बराबर नहीं है।',
    balance_missing: 'प्रविष्टियाँ {account} को बदलती हैं, जिसकी शेष राशि नहीं बताई गई।',
    sums_agree: 'सभी {count} शेष राशियाँ प्रविष्टियों के योग के बराबर हैं।',
    sums_agree_untold:
      'सभी {count} शेष राशियाँ मेल खाती हैं; {untold} प्रविष्टियाँ, जिनके अभियान का भुगतान नहीं बताया जाता, केवल जोड़ी गई हैं, बिना प्रमाण के।',
    older_refused: 'पुराना विवरण स्वयं सही नहीं है: {why}।',
    older_of_another: 'पुराना विवरण किसी और खाते या वर्कस्पेस का है।',
    older_is_newer: 'पुराना बताया गया विवरण बाद में बना है: {newer} के सामने {older} प्रविष्टियाँ।',
    no_consistency: 'नए विवरण में {older} से {newer} प्रविष्टियों तक का प्रमाण नहीं है। कृपया उसे फिर से डाउनलोड करें।',
    history_changed: 'खाता-बही बदली गई है: उसकी पहली {older} प्रविष्टियाँ पुराने विवरण वाली नहीं हैं।',
    history_kept: 'खाता-बही की {newer} में से पहली {older} प्रविष्टियाँ पुराने विवरण वाली ही हैं: न कुछ बदला, न कुछ हटाया गया।',
    entry_dropped: 'पुराने विवरण की प्रविष्टि {entry} नए में नहीं है।',
    entry_changed: 'प्रविष्टि {entry} पुराने विवरण से कुछ और कहती है।',
    balance_differs: 'पुराना विवरण {currency} में {account} की जिस शेष राशि पर समाप्त होता है, नया उससे शुरू नहीं होता।',
  },
};

const languages = { en, es, hi };
/** @typedef {keyof typeof languages} Language */
export const languageNames = /** @type {const} */ ({ en: 'English', es: 'Español', hi: 'हिन्दी' });

/**
 * English where it is another.
 * @param {string} tag
 * @returns {Language}
 */
export const languageNamed = (tag) => (/^es\b|^es_/i.test(tag) ? 'es' : /^hi\b|^hi_/i.test(tag) ? 'hi' : 'en');

/** @param {Language} language */
export const wordsOf = (language) => languages[language];

/**
 * @param {string} sentence
 * @param {Record<string, string>} values
 */
export const filled = (sentence, values) => sentence.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

/**
 * @param {import('./steps.mjs').Step} step
 * @param {Language} language
 */
export function sentenceOf({ code, values }, language) {
  const { steps } = languages[language];
  // an older statement's own fault is told in words, too
  const why =
    values.why !== undefined && values.why in steps ? steps[/** @type {keyof typeof steps} */ (values.why)] : '';
  return filled(steps[code], { ...values, why });
}
