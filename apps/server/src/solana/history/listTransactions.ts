import type { ListedSignature, SolanaNode } from '../node/SolanaNode.ts'

/**
 * Position in a history: below a signature of a slot. `anchor` is a signature of a later slot; below it, the node lists all
 * transactions of the slot. Within a slot, the signatures' text determines the order, because lists of several addresses
 * share no other order.
 */
export type Place = { slot: number; signature: string; anchor: string | undefined }

/** A transaction, and the position right below it. */
export type Listed = ListedSignature & { place: Place }

/** Requested entries per address, and the maximum if one slot has more. */
const usual = 100
const most = 1000

/**
 * Lists the transactions that name any of the addresses, newest first, below a position.
 *
 * @param options.limit maximum number of transactions
 * @returns them, and whether there may be more
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function listTransactions({
  node,
  addresses,
  below,
  limit,
}: {
  node: Pick<SolanaNode, 'listSignatures'>
  addresses: readonly string[]
  below: Place | undefined
  limit: number
}): Promise<{ listed: Listed[]; more: boolean }> {
  for (const asked of [Math.max(usual, limit + 1), most]) {
    const lists = await node.listSignatures({ addresses, before: below?.anchor, limit: asked })
    // A full list may be incomplete at its last slot and below.
    const known = Math.max(-1, ...lists.map((list) => (list.length < asked ? -1 : (list.at(-1)?.slot ?? -1))))
    const found = new Map<string, ListedSignature>()
    for (const entry of lists.flat())
      if (isBelow(entry, below) && (entry.slot > known || asked === most)) found.set(entry.signature, entry)
    const sorted = [...found.values()].sort(compare)
    const more = known >= 0 || sorted.length > limit
    if (sorted.length === 0 && more && asked !== most) continue
    let anchor = below?.anchor
    let last: ListedSignature | undefined
    const listed = sorted.slice(0, limit).map((entry): Listed => {
      if (last && last.slot !== entry.slot) anchor = last.signature
      last = entry
      return { ...entry, place: { slot: entry.slot, signature: entry.signature, anchor } }
    })
    return { listed, more: more && listed.length > 0 }
  }
  return { listed: [], more: false }
}

function isBelow({ slot, signature }: ListedSignature, below: Place | undefined): boolean {
  if (!below) return true
  return slot < below.slot || (slot === below.slot && signature > below.signature)
}

function compare(a: ListedSignature, b: ListedSignature): number {
  return b.slot - a.slot || (a.signature < b.signature ? -1 : a.signature > b.signature ? 1 : 0)
}
