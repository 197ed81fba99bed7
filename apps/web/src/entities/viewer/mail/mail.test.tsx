import { expect, test } from 'vitest';
import { hasOutsidePictures, safeHtml, sandboxedPage } from '../safeHtml.ts';
import { readMail } from './mail.ts';

const utf8 = (text: string) => new TextEncoder().encode(text.replaceAll('\n', '\r\n'));

test('a mail shows its headers, its text and its attachments, pictures of its own in place', async () => {
  const mail = await readMail(
    utf8(`From: "Bo" <bo@example.com>
To: Ada <ada@example.com>
Subject: =?utf-8?q?Angebot_f=C3=BCr_Seile?=
Date: Thu, 19 Nov 2026 09:30:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: text/html; charset=utf-8

<p>Rope</p><img src="cid:one">
--B
Content-Type: image/png
Content-ID: <one>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--B
Content-Type: application/x-msdownload; name="x"
Content-Disposition: attachment; filename="../\u202efdp.exe"

MZ
--B--
`),
  );
  expect([mail.from, mail.to, mail.subject]).toEqual([
    'Bo <bo@example.com>',
    'Ada <ada@example.com>',
    'Angebot für Seile',
  ]);
  expect(mail.at).toBe(Date.parse('2026-11-19T08:30:00Z'));
  expect(mail.html).toContain('data:image/png;base64,');
  expect(mail.attachments.map(({ name }) => name)).toEqual(['..__fdp.exe']);
});

test('pictures of a mail are found by their whole name, however it is written', async () => {
  const picture = (id: string, bytes: string) => `--B
Content-Type: image/png
Content-ID: <${id}>
Content-Transfer-Encoding: base64

${bytes}
`;
  const mail = await readMail(
    utf8(`From: bo@example.com
Subject: Pictures
MIME-Version: 1.0
Content-Type: multipart/related; boundary=B

--B
Content-Type: text/html; charset=utf-8

<img src="cid:img1"><img src='cid:img10'><img src="CID:a%20b@c"><a href="https://e.example/?cid:img1">x</a>
${picture('img1', 'AAAA')}${picture('img10', 'BBBB')}${picture('a b@c', 'CCCC')}--B--
`),
  );
  expect(mail.html).toContain(
    `<img src="data:image/png;base64,AAAA"><img src='data:image/png;base64,BBBB'><img src="data:image/png;base64,CCCC">`,
  );
  expect(mail.html).toContain('https://e.example/?cid:img1');
  expect(mail.attachments).toEqual([]);
});

test('a small mail that names a picture again and again does not become a huge page', async () => {
  const mail = await readMail(
    utf8(`From: bo@example.com
MIME-Version: 1.0
Content-Type: multipart/related; boundary=B

--B
Content-Type: text/html; charset=utf-8

${'<img src="cid:a">'.repeat(5000)}
--B
Content-Type: image/png
Content-ID: <a>
Content-Transfer-Encoding: base64

${'A'.repeat(60_000)}
--B--
`),
  );
  expect(mail.html.length).toBeLessThan(40_000_000);
});

test('people of a group are named, and attachments without a name have the ending of their kind', async () => {
  const mail = await readMail(
    utf8(`From: bo@example.com
To: Crew: ada@example.com, "Cy, C" <cy@example.com>;, dee@example.com
Cc: undisclosed-recipients:;
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: text/plain

See the mail.
--B
Content-Type: message/rfc822
Content-Disposition: attachment

From: eve@example.com
Subject: Inner

Inner text
--B
Content-Type: image/png
Content-Transfer-Encoding: base64

AAAA
--B--
`),
  );
  expect(mail.to).toBe('Crew: ada@example.com, Cy, C <cy@example.com>, dee@example.com');
  expect(mail.cc).toBe('undisclosed-recipients');
  expect(mail.attachments.map(({ name }) => name)).toEqual(['1.eml', '2.png']);
});

test('markup of a stranger keeps nothing that acts', () => {
  const html =
    safeHtml(`<script>x()</script><p onclick="x()">a</p><a href="javascript:x()">b</a><a href="https://e.example">c</a>
    <form action="https://e.example"><input></form><iframe src="/"></iframe><svg onload="x()"></svg><base href="https://e.example">
    <meta http-equiv="refresh" content="0;url=https://e.example"><link rel="stylesheet" href="https://e.example"><img src="javascript:x()" onerror="x()"><object data="x"></object>`);
  expect(html).not.toMatch(/script|onclick|onerror|onload|<form|<input|<iframe|<svg|<base|<meta|<link|<object/i);
  expect(html).toContain('<a href="https://e.example" target="_blank" rel="noopener noreferrer nofollow">c</a>');
});

test('a page for the sandbox loads nothing from outside until pictures are wished', () => {
  const html = '<img src="https://tracker.example/p.gif">';
  expect(hasOutsidePictures(html)).toBe(true);
  expect(hasOutsidePictures('<img src="data:image/png;base64,x">')).toBe(false);
  expect(sandboxedPage(html)).toContain('img-src data: blob:">');
  expect(sandboxedPage(html, { withPictures: true })).toContain('img-src data: blob: https: http:">');
  expect(sandboxedPage(html)).toContain("default-src 'none'");
});

test('a file that is no mail is refused', async () => {
  await expect(readMail(new Uint8Array(0))).rejects.toMatchObject({ reason: 'broken' });
});
