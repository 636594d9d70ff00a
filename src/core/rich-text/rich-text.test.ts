import { describe, expect, it } from 'vitest';
import { parseRichText, sanitizeRichText } from './parse-rich-text.ts';
import { printRichText, RICH_TAGS, type RichNode, richFromText, richPlainText, safeAddress } from './rich-node.ts';

const ATTACKS = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<SCRIPT SRC=//x.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"//',
  '<p onclick="alert(1)">甲</p>',
  '<p style="background:url(javascript:alert(1))">甲</p>',
  '<a href="javascript:alert(1)">甲</a>',
  '<a href="java\nscript:alert(1)">甲</a>',
  '<a href=" &#106;avascript&colon;alert(1)">甲</a>',
  '<a href="&#x6A&#x61;vascript:alert(1)">甲</a>',
  '<a href="data:text/html,<script>alert(1)</script>">甲</a>',
  '<a href="vbscript:x">甲</a>',
  '<a href=\'https://a.example/"onmouseover="alert(1)\'>甲</a>',
  '<a href="https://a.example" onmouseover="alert(1)" href="javascript:alert(1)">甲</a>',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>甲</text></a></svg>',
  '<svg/onload=alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html;base64,PHNjcmlwdD4="></object>',
  '<style>@import "javascript:alert(1)";</style>',
  '<form action="javascript:alert(1)"><button>甲</button></form>',
  '<!--><script>alert(1)</script>-->',
  '<!-- <img src=x onerror=alert(1)>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></p><script>alert(1)</script></textarea>',
  '<p>"><img src=x onerror=alert(1)></p>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<<p>script>alert(1)<</p>/script>',
  '<p><p><p><li><td><tr></table></ul>甲',
  '<a href="https://a.example"><a href="https://b.example">甲',
  '<template><p>甲</p></template>',
  '<base href="https://x.example/"><meta http-equiv="refresh" content="0">',
  '<p\u0000 onclick=alert(1)>甲</p>',
  '<a href="//x.example">甲</a>',
] as const;

/** Every element and attribute of printed markup, found by a reading of its own. */
function leftOver(markup: string): string[] {
  const allowed = new RegExp(`^</?(?:${RICH_TAGS.join('|')})>$|^<a href="(?:https?://|mailto:)[^"<>]*">$`, 'i');
  return (markup.match(/<[^>]*>?/g) ?? []).filter((tag) => !allowed.test(tag));
}

function wellNested(nodes: readonly RichNode[], parent = 'root'): void {
  for (const node of nodes) {
    const tag = typeof node === 'string' ? 'text' : node.tag;
    const inline = ['text', 'br', 'strong', 'em', 'u', 's', 'a'].includes(tag);
    const lines = ['p', 'h3', 'h4', 'strong', 'em', 'u', 's', 'a'].includes(parent);
    expect([parent, tag, inline]).toEqual([parent, tag, lines]);
    if (tag === 'li') expect(['ul', 'ol']).toContain(parent);
    if (parent === 'ul' || parent === 'ol') expect(tag).toBe('li');
    if (parent === 'table') expect(['thead', 'tbody']).toContain(tag);
    if (parent === 'tr') expect(['td', 'th']).toContain(tag);
    if (typeof node !== 'string') wellNested(node.children, tag);
  }
}

describe('rich text', () => {
  it.each(ATTACKS)('keeps nothing that acts of %s', (attack) => {
    for (const source of [attack, `<p>前</p>${attack}<p>后</p>`, `<table><tr><td>${attack}`, `<ul><li><b>${attack}`]) {
      const nodes = parseRichText(source);
      const printed = printRichText(nodes);
      expect(leftOver(printed)).toEqual([]);
      expect(printed).not.toMatch(/<[^>]*(?:javascript|vbscript|data:|on\w+=)/i);
      wellNested(nodes);
      expect(printRichText(parseRichText(printed))).toBe(printed);
    }
  });

  it('keeps what it knows, in its own words', () => {
    const cases = [
      ['<p>甲<b>乙</b><i>丙</i></p>', '<p>甲<strong>乙</strong><em>丙</em></p>'],
      ['甲<br/>乙', '<p>甲<br>乙</p>'],
      ['<h1>题</h1><div>一</div><div>二</div>', '<h3>题</h3><p>一</p><p>二</p>'],
      [
        '<ul><li>一<ul><li>二</ul><li>三</ul>',
        '<ul><li><p>一</p><ul><li><p>二</p></li></ul></li><li><p>三</p></li></ul>',
      ],
      [
        '<table><tr><th colspan=2>项</th></tr><tr><td>值</table>',
        '<table><tbody><tr><th><p>项</p></th></tr><tr><td><p>值</p></td></tr></tbody></table>',
      ],
      [
        '<a href="https://a.example/?x=1&amp;y=2" target=_blank>链</a>',
        '<p><a href="https://a.example/?x=1&amp;y=2">链</a></p>',
      ],
      ['<p>1 &lt; 2 &amp;&amp; 3 > 2</p>', '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p>'],
      ['<p>一</p>\n<p></p>\n<p>二</p>', '<p>一</p><p></p><p>二</p>'],
      ['<blockquote>引</blockquote>', '<blockquote><p>引</p></blockquote>'],
      ['3 < 5 且 5 > 3', '<p>3 &lt; 5 且 5 &gt; 3</p>'],
    ] as const;
    expect(cases.map(([source]) => [source, sanitizeRichText(source)])).toEqual(cases);
  });

  it('is nothing without a text', () => {
    for (const source of ['', ' ', '<p></p>', '<p>&nbsp;</p><ul><li></ul>', '<script>1</script>', '<table><tr><td>']) {
      expect([source, sanitizeRichText(source)]).toEqual([source, null]);
    }
  });

  it('prints what it reads, whatever comes (20,000 texts of broken pieces)', () => {
    const pieces = [
      ...RICH_TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
      '<a href="https://a.example">',
      '<b>',
      '</b>',
      '<div>',
      '</div>',
      '甲',
      ' ',
      ' 乙 ',
      '&amp;',
      '&lt;',
      '<',
      '>',
      '"',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '&#0;',
      '𠮷',
    ];
    let seed = 20261120;
    const next = (limit: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * limit);
    };
    for (let round = 0; round < 20_000; round += 1) {
      const source = Array.from({ length: next(14) }, () => pieces[next(pieces.length)]).join('');
      const nodes = parseRichText(source);
      const printed = printRichText(nodes);
      const again = printRichText(parseRichText(printed));
      if (again !== printed || leftOver(printed).length > 0) expect([source, again]).toEqual([source, printed]);
      if (round % 20 === 0) wellNested(nodes);
    }
  });

  it('takes time in proportion to the text', () => {
    for (const piece of ['<a "', '<', '<svg>', '<!--', '&', '<p><b>', '<ul><li>', '<table><td>', "<p '=", '</p></p']) {
      // By the time of the processor: others may keep it busy.
      const started = process.cpuUsage();
      parseRichText(piece.repeat(Math.floor(100_000 / piece.length)));
      expect([piece, process.cpuUsage(started).user < 2_000_000]).toEqual([piece, true]);
    }
  });

  it('reads plain text and gives it back', () => {
    for (const text of ['一', '一\n二', '一\n\n三', '<b>&amp;']) {
      const markup = printRichText(richFromText(text));
      expect(richPlainText(parseRichText(markup))).toBe(text);
    }
    expect(richPlainText(parseRichText('<ul><li>一<li>二</ul><table><tr><td>甲<td>乙<tr><td>丙</table>'))).toBe(
      '一\n二\n甲\t乙\n丙',
    );
  });

  it('opens addresses of the web and of mail only', () => {
    expect(safeAddress(' HTTPS://a.example/x ')).toBe('HTTPS://a.example/x');
    expect(safeAddress('mailto:a@b.example')).toBe('mailto:a@b.example');
    for (const bad of ['javascript:1', '//a.example', '/a', 'https:', 'https://', 'ftp://a', 'https:/\\a', 'data:x']) {
      expect([bad, safeAddress(bad)]).toEqual([bad, undefined]);
    }
    expect(safeAddress(`https://a.example/${'x'.repeat(2000)}`)).toBeUndefined();
  });
});
