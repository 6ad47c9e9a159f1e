import { randomUUID } from 'node:crypto'
import type { MailboxMessage } from '@latchkey/devnet'
import { readWorld } from './setup/World.ts'

/** The mailbox of one address, a new one by default. Each address belongs to one test. */
export class Mail {
  readonly address: string
  #last = 0

  constructor(address = `${randomUUID().slice(0, 12)}@example.com`) {
    this.address = address
  }

  /** Returns the next mail that this object has not returned yet. */
  async next(): Promise<MailboxMessage> {
    const query = new URLSearchParams({ to: this.address, after: String(this.#last) })
    const response = await fetch(`${readWorld().mailbox}/api/messages/next?${query}`)
    if (response.status !== 200) throw new Error(`No mail came to ${this.address}`)
    const message = (await response.json()) as MailboxMessage
    this.#last = message.id
    return message
  }

  /** Returns the code of the next mail that has one. */
  async code(): Promise<string> {
    for (;;) {
      const { text } = await this.next()
      const code = /\b(\d{6})\b/.exec(text.replace(/(\d{3})[ \u00a0](\d{3})/g, '$1$2'))?.[1]
      if (code) return code
    }
  }

  /** Returns the link of the next mail that has one. */
  async link(path: string): Promise<string> {
    for (;;) {
      const { text } = await this.next()
      const link = text.split(/\s+/).find((word) => word.includes(path))
      if (link) return link
    }
  }
}
