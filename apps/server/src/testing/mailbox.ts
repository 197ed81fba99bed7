import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  subject: string;
  headers: string;
  text: string;
  html: string;
  /** The entry for a calendar; '' without one. */
  calendar: string;
}

/** A real SMTP server on this machine that keeps what it gets. */
export interface Mailbox {
  url: string;
  mails: ReceivedMail[];
  to(email: string): ReceivedMail[];
  close(): Promise<void>;
}

export async function openMailbox(port = 0): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused') ? new Error('no such mailbox') : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push(parsed(session.envelope.rcptTo[0]?.address ?? '', Buffer.concat(parts).toString()));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mails,
    to: (email) => mails.filter((mail) => mail.to === email),
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
}

function parsed(to: string, raw: string): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1];
  const parts = boundary ? raw.split(`--${boundary}`).slice(1, -1) : [raw];
  const of = (type: string) => {
    const part = parts.find((each) => new RegExp(`content-type: ${type}`, 'i').test(each)) ?? '';
    const at = part.indexOf('\r\n\r\n');
    return decoded(part.slice(at + 4), part.slice(0, at));
  };
  return {
    to,
    headers,
    subject: decodedWords(/^Subject: (.*)$/im.exec(headers)?.[1] ?? ''),
    text: of('text/plain'),
    html: of('text/html'),
    calendar: calendarIn(raw),
  };
}

/** Finds the calendar file, which is in a part of a part. */
function calendarIn(raw: string): string {
  const part = raw.slice(raw.search(/content-type: text\/calendar/i)).split('\r\n--')[0] ?? '';
  const at = part.indexOf('\r\n\r\n');
  return /^content-type: text\/calendar/i.test(part) ? decoded(part.slice(at + 4), part.slice(0, at)) : '';
}

function decoded(body: string, head: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  return quoted(body.replace(/=\r\n/g, ''));
}
const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
const decodedWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, body: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(body, 'base64').toString() : quoted(body.replaceAll('_', ' ')),
    );
