import { BitcoinRefusal } from './BitcoinRefusal.ts'
import type { BcoinTransaction } from './bcoin.ts'
import type { Ledger, LedgerEntry } from './Ledger.ts'
import { describeScript } from './regtestScript.ts'

/** Satoshis per virtual byte: the minimum relay fee, and the minimum increase of a replacement. */
const relayFee = 1
/** Satoshis per virtual byte above which Core assumes a mistake. */
const highestFee = 10_000
/** Most transactions that a replacement may remove. Source: BIP-125. */
const mostReplaced = 100

/**
 * Checks the policy that nodes apply in addition to consensus: known scripts, no dust, and a fee between the limits.
 *
 * @throws {@link BitcoinRefusal} with the text of Bitcoin Core.
 */
export function checkPolicy({ transaction, fee }: { transaction: BcoinTransaction; fee: number }): void {
  for (const { script, value } of transaction.outputs) {
    const raw = script.toRaw()
    const { type } = describeScript(raw)
    if (type === 'unknown') throw new BitcoinRefusal(-26, 'scriptpubkey')
    if (type !== 'op_return' && value < dustLimit(raw)) throw new BitcoinRefusal(-26, 'dust')
  }
  const size = transaction.getVirtualSize()
  if (fee < size * relayFee) throw new BitcoinRefusal(-26, `min relay fee not met, ${fee} < ${size * relayFee}`)
  if (fee > size * highestFee) {
    throw new BitcoinRefusal(-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)')
  }
}

/**
 * Returns the minimum value of an output that is worth spending at 3 satoshis per byte. Source: Bitcoin Core,
 * `GetDustThreshold`.
 */
function dustLimit(script: Buffer): number {
  const isWitness = script.length >= 4 && script.length <= 42 && (script[0] === 0 || (script[0] ?? 0) >= 0x51)
  const spending = isWitness && script[1] === script.length - 2 ? 67 : 148
  return (8 + 1 + script.length + spending) * 3
}

/**
 * Finds the pending transactions that a transaction would replace, and checks the rules of replacement.
 *
 * @returns The pending transactions that spend the same outputs, with all their descendants; empty without a conflict.
 * @throws {@link BitcoinRefusal} in the words of Bitcoin Core. Source: BIP-125.
 */
export function findReplaced({
  ledger,
  transaction,
  fee,
}: {
  ledger: Ledger
  transaction: BcoinTransaction
  fee: number
}): LedgerEntry[] {
  const direct = new Map<string, LedgerEntry>()
  for (const { prevout } of transaction.inputs) {
    const spend = ledger.spendOf({ txid: prevout.txid(), vout: prevout.index })
    const entry = spend && ledger.get(spend.txid)
    if (entry) direct.set(entry.txid, entry)
  }
  if (direct.size === 0) return []
  const txid = transaction.txid()
  const refuse = (reason: string) => new BitcoinRefusal(-26, reason)
  for (const entry of direct.values()) {
    if (!signalsReplacement({ ledger, entry })) throw refuse('txn-mempool-conflict')
  }
  const replaced = withDescendants({ ledger, entries: [...direct.values()] })
  if (replaced.size > mostReplaced) throw refuse(`too many potential replacements, rejecting replacement ${txid}`)
  const parents = new Set([...direct.values()].flatMap(({ transaction: { inputs } }) => inputs.map(parentOf)))
  for (const parent of transaction.inputs.map(parentOf)) {
    if (replaced.has(parent)) throw refuse(`bad-txns-spends-conflicting-tx, ${txid} spends conflicting transaction`)
    const waits = ledger.get(parent)?.place === undefined
    if (waits && !parents.has(parent))
      throw refuse(`replacement-adds-unconfirmed, replacement ${txid} adds unconfirmed input`)
  }
  const size = transaction.getVirtualSize()
  for (const entry of direct.values()) {
    if (fee / size > entry.fee / entry.transaction.getVirtualSize()) continue
    throw refuse(`insufficient fee, rejecting replacement ${txid}; new feerate ${fee / size} <= old feerate`)
  }
  const before = [...replaced.values()].reduce((sum, entry) => sum + entry.fee, 0)
  if (fee < before)
    throw refuse(`insufficient fee, rejecting replacement ${txid}, less fees than conflicting txs; ${fee} < ${before}`)
  if (fee - before < size * relayFee) {
    throw refuse(
      `insufficient fee, rejecting replacement ${txid}, not enough additional fees to relay; ${fee - before} < ${size * relayFee}`,
    )
  }
  return [...replaced.values()]
}

/** Returns a transaction and all pending ones that spend its outputs. */
function withDescendants({
  ledger,
  entries,
}: {
  ledger: Ledger
  entries: readonly LedgerEntry[]
}): Map<string, LedgerEntry> {
  const found = new Map<string, LedgerEntry>()
  const queue = [...entries]
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    if (found.has(entry.txid)) continue
    found.set(entry.txid, entry)
    for (const vout of entry.transaction.outputs.keys()) {
      const spend = ledger.spendOf({ txid: entry.txid, vout })
      const child = spend && ledger.get(spend.txid)
      if (child) queue.push(child)
    }
  }
  return found
}

function parentOf({ prevout }: BcoinTransaction['inputs'][number]): string {
  return prevout.txid()
}

/** Returns whether a pending transaction, or one of its pending parents, allows replacement. */
function signalsReplacement({ ledger, entry }: { ledger: Ledger; entry: LedgerEntry }): boolean {
  if (entry.transaction.inputs.some(({ sequence }) => sequence < 0xfffffffe)) return true
  return entry.transaction.inputs.some((input) => {
    const parent = ledger.get(parentOf(input))
    return parent !== undefined && !parent.place && signalsReplacement({ ledger, entry: parent })
  })
}
