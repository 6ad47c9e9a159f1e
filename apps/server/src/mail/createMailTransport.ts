import { createTransport } from 'nodemailer'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { RenderedMail } from './renderMail.ts'

/** What hands mail to a mail server. */
export type MailTransport = {
  /** @param options.id the same for every try, so that a receiver can tell that two are one */
  send: (options: { id: string; to: string; mail: RenderedMail }) => Promise<void>
  close: () => void
}

/**
 * Creates the client of the mail server: any that speaks SMTP; a few connections are kept open. Without `?requireTLS=true` in the
 * URL of a plain `smtp:` server encryption is used when the server offers it.
 *
 * @param options.patience milliseconds for the connection and for the server's greeting (default 10,000); each later word has three times that
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
        // A bare address comes from the project: one name in the mail, in the site and in the wallet.
        from: from.includes('<') || app === '' ? from : { name: app, address: from },
        // An address object: nothing in it is read as a list or a name.
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
    close: () => client.close(),
  }
}
