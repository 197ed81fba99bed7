import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A mail server that somebody named on a screen. */
export interface NamedServer {
  host: string;
  port: number;
  account: string;
  password: string;
  /** `auto` = TLS from the start on port 465; elsewhere where the server offers it, and always before a password. */
  secure: 'auto' | 'tls' | 'starttls' | 'none';
}
export interface MailSetup {
  /** An address is what whoever runs this server has set, and is asked wherever it stands. */
  server: string | NamedServer;
  from: { name: string; address: string };
}

export interface Mailer {
  /** Whether there is a mail server at all. */
  isReady(): Promise<boolean>;
  /**
   * By the workspace's mail server, or by `setup` to try it out.
   *
   * @throws where there is none, or it refuses the mail or does not answer within 20 s
   */
  send(mail: Mail, setup?: MailSetup): Promise<void>;
}

const TIMEOUT_MS = 20_000;
const TIMEOUTS = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };

interface MailerOptions {
  setup: () => Promise<MailSetup | null>;
  /** The guarded way to a server that somebody else named. */
  connect: (host: string, port: number) => Promise<Socket>;
  log: Log;
}

/** Mail by SMTP. Where no server is set nothing is sent, and what needs mail says so. */
export function makeMailer({ setup, connect, log }: MailerOptions): Mailer {
  return {
    isReady: async () => (await setup()) !== null,
    async send(mail, tried) {
      const used = tried ?? (await setup());
      if (!used) throw new Error('no mail server is set');
      const { server, from } = used;
      const socket = typeof server === 'string' ? null : await connect(server.host, server.port);
      try {
        const transport = createTransport({ ...TIMEOUTS, ...optionsOf(server), ...(socket && { connection: socket }) });
        const sent = (await transport.sendMail({ from, ...mail })) as { messageId?: string };
        log.debug({ messageId: sent.messageId }, 'mail sent');
      } finally {
        socket?.destroy();
      }
    },
  };
}

function optionsOf(server: string | NamedServer) {
  if (typeof server === 'string') return { url: server };
  const { host, port, account, password, secure } = server;
  return {
    host,
    port,
    secure: secure === 'tls' || (secure === 'auto' && port === SMTPS),
    requireTLS: secure === 'starttls' || (secure === 'auto' && account !== ''),
    ignoreTLS: secure === 'none',
    ...(account && { auth: { user: account, pass: password } }),
  };
}

/** The port where TLS comes before the first word. */
const SMTPS = 465;
