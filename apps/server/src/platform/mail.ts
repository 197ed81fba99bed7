import { createTransport } from 'nodemailer';
import type { Log } from './log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
export interface Mailer {
  readonly isConfigured: boolean;
  /** @throws where the server refuses the mail or does not answer within 20 s */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 20_000;

/** Mail by SMTP. Without `SMTP_URL` nothing is sent, and what needs mail says so. */
export function makeMailer(smtpUrl: string | null, from: string, log: Log): Mailer {
  if (!smtpUrl) {
    return {
      isConfigured: false,
      send: () => Promise.reject(new Error('no mail server is configured (SMTP_URL)')),
      close: () => undefined,
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    isConfigured: true,
    async send(mail) {
      const sent = (await transport.sendMail({ from, ...mail })) as { messageId?: string };
      log.debug({ messageId: sent.messageId }, 'mail sent');
    },
    close: () => transport.close(),
  };
}
