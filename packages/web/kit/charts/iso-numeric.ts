// The map's shapes carry ISO 3166-1 numeric codes, our figures the two-letter ones. Only the countries that the map
// draws stand here; the others are in the table beside it.

const pairs =
  '242fj 834tz 732eh 124ca 840us 398kz 860uz 598pg 360id 032ar 152cl 180cd 706so 404ke 729sd 148td 332ht 214do 643ru ' +
  '044bs 238fk 578no 304gl 260tf 626tl 710za 426ls 484mx 858uy 076br 068bo 604pe 170co 591pa 188cr 558ni 340hn 222sv ' +
  '320gt 084bz 862ve 328gy 740sr 250fr 218ec 630pr 388jm 192cu 716zw 072bw 516na 686sn 466ml 478mr 204bj 562ne 566ng ' +
  '120cm 768tg 288gh 384ci 324gn 624gw 430lr 694sl 854bf 140cf 178cg 266ga 226gq 894zm 454mw 508mz 748sz 024ao 108bi ' +
  '376il 422lb 450mg 275ps 270gm 788tn 012dz 400jo 784ae 634qa 414kw 368iq 512om 548vu 116kh 764th 418la 104mm 704vn ' +
  '408kp 410kr 496mn 356in 050bd 064bt 524np 586pk 004af 762tj 417kg 795tm 364ir 760sy 051am 752se 112by 804ua 616pl ' +
  '040at 348hu 498md 642ro 440lt 428lv 233ee 276de 100bg 300gr 792tr 008al 191hr 756ch 442lu 056be 528nl 620pt 724es ' +
  '372ie 540nc 090sb 554nz 036au 144lk 156cn 158tw 380it 208dk 826gb 352is 031az 268ge 608ph 458my 096bn 705si 246fi ' +
  '703sk 203cz 232er 392jp 600py 887ye 682sa 010aq 196cy 504ma 818eg 434ly 231et 262dj 800ug 646rw 070ba 807mk 688rs ' +
  '499me 780tt 728ss';

const alpha2 = new Map(pairs.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));

/** "356" → "in"; null where the shape belongs to no code */
export const countryOfShape = (numeric: string | number | undefined): string | null =>
  alpha2.get(String(numeric ?? '').padStart(3, '0')) ?? null;

export const isOnMap = (code: string): boolean => mapped.has(code);
const mapped = new Set(alpha2.values());
