import type { KeptSubscription, SubscriptionRecord } from './createSubscriptionRecord.ts'
import { PaperError, type ShownSubscription } from './paperApi.ts'

/** Refusals of the newspaper that stay: the permission never pays for the plan. */
const lasting: readonly (string | undefined)[] = ['revoked', 'expired', 'otherPlan', 'otherKey']

/** The two requests to the newspaper. */
export type Paper = {
  readSubscription: (account: string) => Promise<ShownSubscription | null>
  subscribe: (body: { account: string; pci: string }) => Promise<ShownSubscription | null>
}

/**
 * Reads an account's subscription from the newspaper and brings the browser's record up to date. It also sends the permission's ID, so that the
 * paper compares it with the wallet server, in three cases:
 *
 * - The newspaper has not confirmed it: the page may have closed before the answer.
 * - The reader has ended it, and the newspaper does not know.
 * - The reader returns to the page.
 *
 * @param options.isConnected the account's wallet is connected, so the page itself shows an end
 * @param options.isReturn the reader opened the page or returned to it, perhaps after ending the permission in the wallet
 * @throws Error if the newspaper does not answer; then the record keeps its entry
 */
export async function lookAt({
  account,
  record,
  paper,
  isConnected,
  isReturn,
}: {
  account: string
  record: SubscriptionRecord
  paper: Paper
  isConnected: boolean
  isReturn: boolean
}): Promise<ShownSubscription | null> {
  const read = await paper.readSubscription(account)
  const kept = record.find(account)
  const isOpen = kept !== undefined && (kept.pci === read?.pci ? read.ended === null : kept.state === 'allowed')
  const subscription =
    isOpen && (isReturn || kept.state !== 'active') ? await compare({ kept, record, paper, read }) : read
  keepAsShown({ account, record, subscription, isConnected })
  return subscription
}

/**
 * Keeps an active subscription in the browser's record. Also one whose end the reader has not seen, because its wallet is not connected. Forgets
 * any other.
 */
export function keepAsShown({
  account,
  record,
  subscription,
  isConnected,
}: {
  account: string
  record: SubscriptionRecord
  subscription: ShownSubscription | null
  isConnected: boolean
}): void {
  const kept = record.find(account)
  // Allowed during this read, in this tab or another one.
  if (kept?.state === 'allowed' && kept.pci !== subscription?.pci) return
  if (subscription === null || subscription.ended !== null) {
    const isUnseen = !isConnected && kept !== undefined && kept.state !== 'ended' && kept.pci === subscription?.pci
    if (!isUnseen) record.forget(account)
    else if (kept.state !== 'over') record.keep({ ...kept, state: 'over' })
    return
  }
  const { pci, startsAt, endsAt } = subscription
  const state = kept?.state === 'ended' && kept.pci === pci ? 'ended' : 'active'
  record.keep({ account, pci, startsAt, endsAt, state })
}

async function compare({
  kept: { account, pci, state },
  record,
  paper,
  read,
}: {
  kept: KeptSubscription
  record: SubscriptionRecord
  paper: Paper
  read: ShownSubscription | null
}): Promise<ShownSubscription | null> {
  try {
    return await paper.subscribe({ account, pci })
  } catch (error) {
    // The newspaper has it, and only the wallet server is silent.
    if (state !== 'allowed') return read
    if (!(error instanceof PaperError) || !lasting.includes(error.code)) throw error
    record.forget(account)
    return read
  }
}
