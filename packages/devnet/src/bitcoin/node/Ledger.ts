import type { BcoinTransaction } from './bcoin.ts'

/** Position of a transaction in the chain. */
export type BlockPlace = {
  height: number
  hash: string /** Seconds since 1970. */
  time: number /** In the block. */
  index: number
}

/** A mined or pending transaction. */
export type LedgerEntry = {
  txid: string
  transaction: BcoinTransaction
  /** Satoshis; 0 for a coinbase. */
  fee: number
  /** Undefined while it is pending. */
  place: BlockPlace | undefined
  /** Order of arrival: later transactions have larger numbers. */
  turn: number
}

/** The input that spends an output. */
export type Spend = { txid: string; vin: number }

/** All mined and pending transactions, indexed by ID and by the scripts that they touch. */
export type Ledger = {
  get: (txid: string) => LedgerEntry | undefined
  add: (options: { transaction: BcoinTransaction; fee: number; place?: BlockPlace | undefined }) => LedgerEntry
  /** Puts a known transaction into a block, or makes it pending. */
  move: (options: { txid: string; place: BlockPlace | undefined }) => void
  remove: (txid: string) => void
  spendOf: (outpoint: { txid: string; vout: number }) => Spend | undefined
  /** The output that an input spends; undefined for a coinbase. */
  spentOutput: (input: BcoinTransaction['inputs'][number]) => BcoinTransaction['outputs'][number] | undefined
  /** Pending transactions, in order of arrival. */
  waiting: () => LedgerEntry[]
  /** Transactions that pay or spend a script (hex). */
  touching: (script: string) => LedgerEntry[]
}

export function createLedger(): Ledger {
  const entries = new Map<string, LedgerEntry>()
  const spends = new Map<string, Spend>()
  const scripts = new Map<string, Set<string>>()
  let turn = 0
  const key = ({ txid, vout }: { txid: string; vout: number }) => `${txid}:${vout}`

  function spentOutput({ prevout }: BcoinTransaction['inputs'][number]) {
    return entries.get(prevout.txid())?.transaction.outputs[prevout.index]
  }

  function scriptsOf(transaction: BcoinTransaction): string[] {
    const outputs = [...transaction.outputs, ...transaction.inputs.flatMap((input) => spentOutput(input) ?? [])]
    return outputs.map(({ script }) => script.toRaw().toString('hex'))
  }

  return {
    get: (txid) => entries.get(txid),
    add({ transaction, fee, place }) {
      const txid = transaction.txid()
      turn += 1
      const entry: LedgerEntry = { txid, transaction, fee, place, turn }
      entries.set(txid, entry)
      for (const [vin, { prevout }] of transaction.inputs.entries()) {
        if (!prevout.isNull()) spends.set(key({ txid: prevout.txid(), vout: prevout.index }), { txid, vin })
      }
      for (const script of scriptsOf(transaction)) {
        const touching = scripts.get(script) ?? new Set()
        touching.add(txid)
        scripts.set(script, touching)
      }
      return entry
    },
    move({ txid, place }) {
      const entry = entries.get(txid)
      if (entry) entry.place = place
    },
    remove(txid) {
      const entry = entries.get(txid)
      if (!entry) return
      for (const script of scriptsOf(entry.transaction)) scripts.get(script)?.delete(txid)
      for (const { prevout } of entry.transaction.inputs) {
        const outpoint = key({ txid: prevout.txid(), vout: prevout.index })
        if (spends.get(outpoint)?.txid === txid) spends.delete(outpoint)
      }
      entries.delete(txid)
    },
    spendOf: (outpoint) => spends.get(key(outpoint)),
    spentOutput,
    waiting: () => [...entries.values()].filter(({ place }) => !place).sort((a, b) => a.turn - b.turn),
    touching: (script) => [...(scripts.get(script) ?? [])].flatMap((txid) => entries.get(txid) ?? []),
  }
}
