import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CardRefund } from '../CardProcessor.ts'
import type { OutgoingMessage } from '../messages/OutgoingMessage.ts'
import type { CheckoutRecord } from './CheckoutRecord.ts'

/** State of the processor. */
export type Book = {
  checkouts: Map<string, CheckoutRecord>
  /** In the order in which they are first sent. */
  messages: OutgoingMessage[]
  refunds: CardRefund[]
  /** Stores the changes. */
  save: () => void
}

/** Another shape of the file is another number. */
const version = 1

type Kept = {
  version: number
  checkouts: CheckoutRecord[]
  messages: OutgoingMessage[]
  refunds: CardRefund[]
}

/**
 * Opens the state in a folder: one JSON file, which is written atomically. Delivered messages are not kept.
 *
 * @param options.folder undefined keeps the state in memory only
 */
export function openBook({ folder }: { folder?: string | undefined }): Book {
  const file = folder === undefined ? undefined : join(folder, 'cards.json')
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const kept = file === undefined ? undefined : readKept(file)
  const book: Book = {
    checkouts: new Map(kept?.checkouts.map((checkout) => [checkout.id, checkout])),
    messages: kept?.messages ?? [],
    refunds: kept?.refunds ?? [],
    save() {
      if (file === undefined) return
      const text = JSON.stringify({
        version,
        checkouts: [...book.checkouts.values()],
        messages: book.messages.filter(({ isDelivered }) => !isDelivered),
        refunds: book.refunds,
      } satisfies Kept)
      writeFileSync(`${file}.new`, text, { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
  return book
}

function readKept(file: string): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
    return kept.version === version ? kept : undefined
  } catch {
    return undefined
  }
}
