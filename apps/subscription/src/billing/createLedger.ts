import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Subscription } from './Subscription.ts'

/** The subscriptions, stored in a file. */
export type Ledger = {
  all: () => readonly Subscription[]
  find: (account: string) => Subscription | undefined
  /** Returns after the data is on the disk. */
  put: (subscription: Subscription) => void
}

/**
 * Opens the ledger. Each write goes to a second file, which then replaces the first one, so that a crash leaves the old or the new file
 * complete.
 *
 * @throws Error if the file has other content. It records payments, so a new one must not replace it silently.
 */
export function createLedger({ file }: { file: string }): Ledger {
  const subscriptions = new Map(read(file).map((one) => [one.account, one]))
  return {
    all: () => [...subscriptions.values()],
    find: (account) => subscriptions.get(account.toLowerCase() as `0x${string}`),
    put: (subscription) => {
      subscriptions.set(subscription.account, subscription)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify([...subscriptions.values()], null, 2), { flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}

function read(file: string): readonly Subscription[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  const content: unknown = JSON.parse(text)
  if (!Array.isArray(content)) throw new Error(`${file} does not hold subscriptions`)
  return content
}
