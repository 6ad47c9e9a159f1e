import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MessageStore } from './createMessageStore.ts'

const largestMail = 1024 * 1024

/** Takes mail for any receiver, without a login, on loopback only, and puts it into the store. */
export async function serveSmtp({
  store,
  port,
}: {
  store: MessageStore
  port: number
}): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: largestMail,
    banner: 'Latchkey mailbox: keeps mail, delivers none',
    logger: false,
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', callback)
      stream.on('end', async () => {
        if (stream.sizeExceeded) {
          callback(Object.assign(new Error('The mail is too large'), { responseCode: 552 }))
          return
        }
        try {
          const mail = await PostalMime.parse(Buffer.concat(chunks))
          store.add({
            receivedAt: new Date().toISOString(),
            from: mail.from?.address ?? (envelope.mailFrom ? envelope.mailFrom.address : ''),
            to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html ?? null,
            headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
          })
          callback()
        } catch (error) {
          callback(error instanceof Error ? error : new Error(String(error)))
        }
      })
    },
  })
  // A client that goes away in the middle of a mail is its own affair.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const { port: opened } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${opened}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
