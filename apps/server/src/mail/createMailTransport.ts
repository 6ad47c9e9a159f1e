import { createTransport } from 'nodemailer'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { RenderedMail } from './renderMail.ts'

/** Connection to a mail server. */
export type MailTransport = {
  /** @param options.id the same for all attempts, so that a receiver can detect duplicates */
  send: (options: { id: string; to: string; mail: RenderedMail }) => Promise<void>
  /** Connects and logs in. @throws Error of the mail server, or of the connection */
  verify: () => Promise<void>
  close: () => void
}

/**
 * Creates the client of an SMTP server, with a few permanent connections. For a plain `smtp:` URL without `?requireTLS=true`, encryption is
 * used if the server offers it.
 *
 * @param options.patience milliseconds for the connection and for the server's greeting (default 10,000); each later reply has three times
 * that
 */
export function createMailTransport({
  config: { url, from },
  patience = 10_000,
}: {
  config: NonNullable<ServerConfig['mail']>
  patience?: number
}): MailTransport {
  const client = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience * 3,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

  return {
    send: async ({ id, to, mail: { app, subject, html, text, language } }) => {
      await client.sendMail({
        // For a plain address the sender's name is the project, as in the email, the site and the wallet.
        from: from.includes('<') || app === '' ? from : { name: app, address: from },
        // Use an address object, so that the text is not parsed as a list or a name.
        to: { name: '', address: to },
        subject,
        html,
        text,
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'Content-Language': language,
          'List-Id': `<login.${domain}>`,
        },
      })
    },
    verify: async () => {
      await client.verify()
    },
    close: () => client.close(),
  }
}
