import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Subscription } from './Subscription.ts'

/** The subscriptions, in a file. */
export type Ledger = {
  all: () => readonly Subscription[]
  find: (account: string) => Subscription | undefined
  /** Is on the disk when it returns. */
  put: (subscription: Subscription) => void
}

/**
 * Opens the ledger. It is written whole to a second file that then takes the first one's name, so that a crash leaves the old or the new
 * one and never half of either.
 *
 * @throws Error when the file holds something else: money was taken by it, so nobody begins anew without being told
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
