import { assembleBlock } from './assembleBlock.ts'
import { BitcoinRefusal } from './BitcoinRefusal.ts'
import { type BcoinBlock, type BcoinTransaction, loadBcoin } from './bcoin.ts'
import { checkPolicy, findReplaced } from './checkPolicy.ts'
import { createLedger, type Ledger } from './Ledger.ts'
import { verifyTaproot } from './verifyTaproot.ts'

/** Head of the chain. */
export type BitcoinTip = { height: number; hash: string /** Seconds since 1970. */; time: number }

/** A block of the chain. */
export type BitcoinBlock = BitcoinTip & { previous: string; txids: readonly string[]; size: number; weight: number }

/** An accepted block or transaction in hex. All records together restore the node. */
export type NodeRecord = { block: string } | { transaction: string }

/** A node of a separate regtest network: a chain and its pending transactions. */
export type BitcoinNode = {
  ledger: Ledger
  tip: () => BitcoinTip
  block: (hash: string) => BitcoinBlock | undefined
  /** Returns a block of the best chain by its height. */
  hashAt: (height: number) => string | undefined
  /**
   * Accepts a transaction as Core's `sendrawtransaction` does. A pending transaction is accepted again. A transaction with a
   * higher fee may replace others (BIP-125).
   *
   * @returns Its ID.
   * @throws {@link BitcoinRefusal}
   */
  submit: (hex: string) => Promise<string>
  /** Mines the pending transactions. `time`: seconds since 1970, default now. Returns the block's hash. */
  mine: (options?: { time?: number }) => Promise<string>
  /** Replaces the newest `depth` blocks by `depth + 1` empty ones. Their transactions are pending again. Returns the new head's hash. */
  reorganise: (options: { depth: number }) => Promise<string>
  /** Restores accepted blocks and transactions, without checking the signatures in blocks again. */
  restore: (records: readonly NodeRecord[]) => Promise<void>
  close: () => Promise<void>
}

/**
 * Creates a node that has only the genesis block of regtest. It runs in this process. Calls that change it run one after another.
 *
 * @param minerScript Script (hex) that gets the block rewards.
 * @param onRecord Called with each accepted block or transaction.
 */
export async function createBitcoinNode({
  minerScript,
  onRecord = () => {},
}: {
  minerScript: string
  onRecord?: (record: NodeRecord) => void
}): Promise<BitcoinNode> {
  const bcoin = loadBcoin()
  const chain = bcoin.createChain()
  await chain.open()
  const ledger = createLedger()
  const blocks = new Map<string, BitcoinBlock>()
  const heights: string[] = []
  /** Transactions of the last blocks that were removed. */
  let displaced: BcoinTransaction[] = []
  let salt = 0
  heights[0] = chain.tip.rhash()

  chain.on('connect', (entry, block) => {
    const { height, time } = entry
    const hash = entry.rhash()
    for (const [index, transaction] of block.txs.entries()) {
      const place = { height, hash, time, index }
      const txid = transaction.txid()
      if (ledger.get(txid)) ledger.move({ txid, place })
      else ledger.add({ transaction, fee: feeOf(transaction), place })
    }
    heights[height] = hash
    heights.length = height + 1
    blocks.set(hash, describe({ block, height, previous: heights[height - 1] ?? '' }))
  })
  chain.on('disconnect', (_entry, block) => {
    const [coinbase, ...rest] = block.txs
    if (coinbase) ledger.remove(coinbase.txid())
    for (const transaction of rest) ledger.move({ txid: transaction.txid(), place: undefined })
    displaced = [...rest, ...displaced]
    heights.length -= 1
  })

  function feeOf(transaction: BcoinTransaction): number {
    if (transaction.isCoinbase()) return 0
    const sum = (values: readonly { value: number }[]) => values.reduce((total, { value }) => total + value, 0)
    return sum(transaction.inputs.flatMap((input) => ledger.spentOutput(input) ?? [])) - sum(transaction.outputs)
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Runs changes of the node one after another. */
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }

  async function take(hex: string): Promise<string> {
    const transaction = decode(hex)
    const txid = transaction.txid()
    const known = ledger.get(txid)
    if (known?.place) throw new BitcoinRefusal(-27, 'Transaction outputs already in utxo set')
    if (known) return txid
    const [sane, reason] = transaction.checkSanity()
    if (!sane) throw new BitcoinRefusal(-26, reason)
    if (transaction.isCoinbase()) throw new BitcoinRefusal(-26, 'coinbase')
    const view = bcoin.createView()
    const spent: { script: Uint8Array; value: number }[] = []
    for (const input of transaction.inputs) {
      const parent = ledger.get(input.prevout.txid())
      const output = ledger.spentOutput(input)
      const spend = ledger.spendOf({ txid: input.prevout.txid(), vout: input.prevout.index })
      const gone = spend && ledger.get(spend.txid)?.place
      if (!parent || !output || gone) throw new BitcoinRefusal(-25, 'bad-txns-inputs-missingorspent')
      view.addTX(parent.transaction, parent.place?.height ?? -1)
      spent.push({ script: output.script.toRaw(), value: output.value })
    }
    if (!(await chain.verifyFinal(chain.tip, transaction, bcoin.lockFlags))) throw new BitcoinRefusal(-26, 'non-final')
    if (!(await chain.verifyLocks(chain.tip, transaction, view, bcoin.lockFlags))) {
      throw new BitcoinRefusal(-26, 'non-BIP68-final')
    }
    const [fee, problem] = transaction.checkInputs(view, chain.height + 1)
    if (fee === -1) throw new BitcoinRefusal(-26, problem)
    checkPolicy({ transaction, fee })
    const replaced = findReplaced({ ledger, transaction, fee })
    try {
      transaction.check(view, bcoin.scriptFlags)
    } catch (error) {
      throw new BitcoinRefusal(-26, `mandatory-script-verify-flag-failed (${(error as Error).message})`)
    }
    const wrong = verifyTaproot({ transaction, spent })
    if (wrong) throw new BitcoinRefusal(-26, `mandatory-script-verify-flag-failed (${wrong})`)
    for (const entry of replaced) ledger.remove(entry.txid)
    ledger.add({ transaction, fee })
    return txid
  }

  function decode(hex: string): BcoinTransaction {
    const text = hex.trim()
    try {
      const transaction = bcoin.readTransaction(Buffer.from(text, 'hex'))
      // Bytes after the end of a transaction would be ignored silently.
      if (transaction.inputs.length > 0 && transaction.toRaw().toString('hex') === text.toLowerCase())
        return transaction
    } catch {
      // Invalid bytes get the same error as an incomplete transaction.
    }
    throw new BitcoinRefusal(-22, 'TX decode failed. Make sure the tx has at least one input.')
  }

  async function addBlock(block: BcoinBlock): Promise<void> {
    onRecord({ block: block.toRaw().toString('hex') })
    await chain.add(block)
  }

  return {
    ledger,
    tip: () => ({ height: chain.height, hash: chain.tip.rhash(), time: chain.tip.time }),
    block: (hash) => blocks.get(hash),
    hashAt: (height) => heights[height],
    submit: (hex) =>
      alone(async () => {
        const txid = await take(hex)
        onRecord({ transaction: hex.trim() })
        return txid
      }),
    mine: ({ time = Math.floor(Date.now() / 1000) } = {}) =>
      alone(async () => {
        salt += 1
        const entries = ledger.waiting()
        await addBlock(await assembleBlock({ bcoin, chain, previous: chain.tip, entries, to: minerScript, time, salt }))
        return chain.tip.rhash()
      }),
    reorganise: ({ depth }) =>
      alone(async () => {
        let previous = await chain.getEntryByHeight(chain.height - depth)
        displaced = []
        const time = Math.floor(Date.now() / 1000)
        for (let count = 0; previous && count <= depth; count += 1) {
          salt += 1
          const block = await assembleBlock({ bcoin, chain, previous, entries: [], to: minerScript, time, salt })
          onRecord({ block: block.toRaw().toString('hex') })
          previous = await chain.add(block)
        }
        // Removes transactions that spend a reward which no longer exists, or is not mature any more.
        const again = new Set([
          ...displaced.map((transaction) => transaction.txid()),
          ...ledger.waiting().map(({ txid }) => txid),
        ])
        const entries = [...again].flatMap((txid) => ledger.get(txid) ?? [])
        for (const { txid } of entries) ledger.remove(txid)
        for (const { transaction } of entries) await take(transaction.toRaw().toString('hex')).catch(() => {})
        return chain.tip.rhash()
      }),
    restore: (records) =>
      alone(async () => {
        bcoin.network.lastCheckpoint = Number.MAX_SAFE_INTEGER
        try {
          for (const record of records) {
            if ('block' in record) await chain.add(bcoin.readBlock(Buffer.from(record.block, 'hex')))
          }
        } finally {
          bcoin.network.lastCheckpoint = 0
        }
        salt = records.length
        for (const record of records) {
          if ('transaction' in record) await take(record.transaction).catch(() => {})
        }
      }),
    close: () => alone(() => chain.close()),
  }
}

function describe({ block, height, previous }: { block: BcoinBlock; height: number; previous: string }): BitcoinBlock {
  return {
    ...{ height, previous, hash: block.rhash(), time: block.time },
    txids: block.txs.map((transaction) => transaction.txid()),
    size: block.toRaw().length,
    weight: block.txs.reduce((sum, transaction) => sum + transaction.getWeight(), 320),
  }
}
