import { createMessageStore } from './createMessageStore.ts'
import type { Mailbox } from './Mailbox.ts'
import { serveMailboxPage } from './serveMailboxPage.ts'
import { serveSmtp } from './serveSmtp.ts'

/**
 * Starts a mail server on loopback that stores the received emails.
 *
 * @param options.smtpPort where mail is taken; 0 (default): any free port
 * @param options.port where the page and the API are; 0 (default): any free port
 * @example
 * const mailbox = await startMailbox()
 * const mail = await mailbox.waitFor({ to: 'ada@example.com' })
 */
export async function startMailbox({
  smtpPort = 0,
  port = 0,
}: {
  smtpPort?: number
  port?: number
} = {}): Promise<Mailbox> {
  const store = createMessageStore()
  const smtp = await serveSmtp({ store, port: smtpPort })
  try {
    const page = await serveMailboxPage({ store, port })
    return {
      smtpUrl: smtp.url,
      url: page.url,
      messages: store.list,
      waitFor: async ({ to, after = 0, timeout = 10_000 }) => {
        const message = await store.next({ to, after, signal: AbortSignal.timeout(timeout) })
        if (!message) throw new Error(`No mail to ${to} within ${timeout} ms`)
        return message
      },
      stop: async () => {
        await Promise.all([smtp.stop(), page.stop()])
      },
    }
  } catch (error) {
    await smtp.stop()
    throw error
  }
}
