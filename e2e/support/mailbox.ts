import type { AddressInfo } from 'node:net';
import { TOTP } from 'otpauth';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  subject: string;
  /** All of it, with its encoding undone as far as English needs. */
  text: string;
  html: string;
}

/** What all mailboxes of this process got. */
const received: ReceivedMail[] = [];

/** The first mail to an address, which may be on its way. */
export async function firstMailTo(email: string): Promise<ReceivedMail> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const mail = received.find(({ to }) => to === email);
    if (mail) return mail;
  }
  throw new Error(`no mail to ${email}`);
}

/** A real mail server on this machine that keeps what it gets. */
export async function openMailbox(port: number) {
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString();
        const text = plain(raw);
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const mail = { to, subject: /^Subject: (.*)$/m.exec(text)?.[1] ?? '', text, html: htmlOf(raw) };
        mails.push(mail);
        received.push(mail);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (smtp.server.address() as AddressInfo).port,
    to: (email: string) => mails.filter((mail) => mail.to === email),
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** The HTML part, which may be a part of a part. */
function htmlOf(raw: string): string {
  const start = raw.search(/^content-type: text\/html/im);
  if (start < 0) return '';
  const part = raw.slice(start).split('\r\n--')[0] ?? '';
  const at = part.indexOf('\r\n\r\n');
  const body = part.slice(at + 4);
  if (/base64/i.test(part.slice(0, at))) return Buffer.from(body, 'base64').toString();
  return Buffer.from(plain(body), 'latin1').toString();
}

const plain = (raw: string) =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The code that an authenticator app with this seed shows now. */
export const codeOf = (seed: string): string => new TOTP({ secret: seed }).generate();
