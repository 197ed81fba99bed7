import type { Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { Log } from '../log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  icalEvent?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** The mail server's answer when it accepted a mail. */
export interface MailAnswer {
  response: string;
  messageId: string;
}

/** A mail server from the settings screen. */
export interface NamedServer {
  host: string;
  port: number;
  account: string;
  password: string;
  /** `auto` = TLS from the start on port 465; on other ports if the server offers it, and always before a password. */
  secure: 'auto' | 'tls' | 'starttls' | 'none';
}
export interface MailSetup {
  /** The server. An address in text was set by the operator and may be any. */
  server: string | NamedServer;
  from: { name: string; address: string };
}

export interface Mailer {
  /** True if a mail server is configured. */
  isReady(): Promise<boolean>;
  /** Connects and signs in, without sending, also by `setup` to test it. @throws as `send` does, but within 8 s */
  check(setup?: MailSetup): Promise<void>;
  /**
   * Sends by the workspace's mail server, or by `setup` to test it.
   *
   * @throws if there is none, or it refuses the mail or does not answer within 20 s
   */
  send(mail: Mail, setup?: MailSetup): Promise<MailAnswer>;
}

/**
 * The mail server's answer when it refused this address or this mail for good, for example `550 no such mailbox`; null
 * for temporary errors.
 */
export function rejectionOf(error: unknown): string | null {
  const { code, responseCode = 0, response } = error as { code?: string; responseCode?: number; response?: string };
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMail && responseCode >= 500 ? (response ?? String(responseCode)) : null;
}

const TIMEOUT_MS = 20_000;
/** The limit of a test, for which an administrator waits. */
const CHECK_MS = 8000;
const within = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms });

interface MailerOptions {
  setup: () => Promise<MailSetup | null>;
  /** The guarded connection to a server named by users. */
  connect: (host: string, port: number) => Promise<Socket>;
  log: Log;
}

/** Mail by SMTP. Without a server nothing is sent, and features that need mail report it. */
export function makeMailer({ setup, connect, log }: MailerOptions): Mailer {
  const withTransport = async <T>(
    used: MailSetup | null,
    act: (transport: Transporter, from: MailSetup['from']) => Promise<T>,
    timeoutMs = TIMEOUT_MS,
  ): Promise<T> => {
    if (!used) throw new Error('no mail server is set');
    const { server, from } = used;
    // The library is loaded with the first mail, because it takes 7 MB.
    const { createTransport } = await import('nodemailer');
    const socket = typeof server === 'string' ? null : await connect(server.host, server.port);
    try {
      return await act(
        createTransport({ ...within(timeoutMs), ...optionsOf(server), ...(socket && { connection: socket }) }),
        from,
      );
    } finally {
      socket?.destroy();
    }
  };
  return {
    isReady: async () => (await setup()) !== null,
    check: async (tried) =>
      withTransport(tried ?? (await setup()), async (transport) => void (await transport.verify()), CHECK_MS),
    async send(mail, tried) {
      const used = tried ?? (await setup());
      return withTransport(used, async (transport, from) => {
        const sent = (await transport.sendMail({ from, ...mail })) as Partial<MailAnswer>;
        log.debug({ messageId: sent.messageId }, 'mail sent');
        return { response: sent.response ?? '', messageId: sent.messageId ?? '' };
      });
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

/** The port that uses TLS from the start. */
const SMTPS = 465;
