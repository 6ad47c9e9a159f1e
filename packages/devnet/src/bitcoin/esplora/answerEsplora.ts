import { BitcoinRefusal } from '../node/BitcoinRefusal.ts'
import type { BitcoinNode } from '../node/createBitcoinNode.ts'
import type { LedgerEntry } from '../node/Ledger.ts'
import { scriptOf } from '../node/regtestScript.ts'
import { toAddressStatistics, toEsploraBlock, toEsploraTransaction, toStatus } from './toEsplora.ts'

/** An answer: text as it is, everything else as JSON. */
export type EsploraAnswer = { status: number; body: unknown }

/** Mined and pending transactions on a page. Source: Blockstream/esplora, API.md. */
const pageSize = 25
const waitingSize = 50

const notFound: EsploraAnswer = { status: 404, body: 'Not found' }
const ok = (body: unknown): EsploraAnswer => ({ status: 200, body })

/**
 * Answers the Esplora calls that wallets and servers use: addresses, transactions, blocks, the mempool, fees, and `POST /tx`.
 *
 * @param path Without a query, starting with `/`.
 * @param body Of a POST.
 */
export async function answerEsplora({
  node,
  method,
  path,
  body,
}: {
  node: BitcoinNode
  method: string
  path: string
  body: string
}): Promise<EsploraAnswer> {
  const [kind = '', ...rest] = path.split('/').filter(Boolean)
  if (method === 'POST') return kind === 'tx' && rest.length === 0 ? broadcast({ node, body }) : notFound
  if (method !== 'GET') return { status: 405, body: 'Method not allowed' }
  if (kind === 'address') return answerAddress({ node, parts: rest })
  if (kind === 'tx') return answerTransaction({ node, parts: rest })
  if (kind === 'blocks' || kind === 'block' || kind === 'block-height') return answerBlock({ node, kind, parts: rest })
  if (kind === 'mempool') return answerPool({ node, parts: rest })
  if (kind === 'fee-estimates')
    return ok({ 1: 4.012, 2: 3.006, 3: 2.51, 6: 2.004, 10: 1.5, 25: 1.1, 144: 1, 504: 1, 1008: 1 })
  return notFound
}

async function broadcast({ node, body }: { node: BitcoinNode; body: string }): Promise<EsploraAnswer> {
  try {
    return ok(await node.submit(body))
  } catch (error) {
    if (!(error instanceof BitcoinRefusal)) throw error
    const { code, message } = error
    return { status: 400, body: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}` }
  }
}

function answerAddress({ node, parts }: { node: BitcoinNode; parts: readonly string[] }): EsploraAnswer {
  const [address = '', what, which, last] = parts
  const script = scriptOf(address)
  if (!script) return { status: 400, body: 'Invalid Bitcoin address' }
  if (what === undefined) return ok(toAddressStatistics({ node, address, script }))
  const all = node.ledger.touching(script)
  if (what === 'utxo') return ok(unspent({ node, script, entries: all }))
  if (what !== 'txs') return notFound
  const waiting = all
    .filter(({ place }) => !place)
    .sort((a, b) => b.turn - a.turn)
    .slice(0, waitingSize)
  const settled = all.filter(({ place }) => place).sort(newestFirst)
  const page = (entries: readonly LedgerEntry[]) => ok(entries.map((entry) => toEsploraTransaction({ node, entry })))
  if (which === undefined) return page([...waiting, ...settled.slice(0, pageSize)])
  if (which === 'mempool') return page(waiting)
  if (which !== 'chain') return notFound
  const start = last === undefined ? 0 : settled.findIndex(({ txid }) => txid === last) + 1
  if (last !== undefined && start === 0) return page([])
  return page(settled.slice(start, start + pageSize))
}

function newestFirst(a: LedgerEntry, b: LedgerEntry): number {
  return (b.place?.height ?? 0) - (a.place?.height ?? 0) || (b.place?.index ?? 0) - (a.place?.index ?? 0)
}

function unspent({ node, script, entries }: { node: BitcoinNode; script: string; entries: readonly LedgerEntry[] }) {
  return entries.flatMap((entry) =>
    entry.transaction.outputs.flatMap((output, vout) => {
      const { txid } = entry
      if (output.script.toRaw().toString('hex') !== script || node.ledger.spendOf({ txid, vout })) return []
      return [{ txid, vout, status: toStatus(entry), value: output.value }]
    }),
  )
}

function answerTransaction({ node, parts }: { node: BitcoinNode; parts: readonly string[] }): EsploraAnswer {
  const [txid = '', what, which] = parts
  if (!/^[0-9a-f]{64}$/.test(txid)) return { status: 400, body: 'Invalid hex string' }
  const entry = node.ledger.get(txid)
  if (!entry) return { status: 404, body: 'Transaction not found' }
  const spending = (vout: number) => {
    const spend = node.ledger.spendOf({ txid, vout })
    const by = spend && node.ledger.get(spend.txid)
    return by ? { spent: true, txid: by.txid, vin: spend.vin, status: toStatus(by) } : { spent: false }
  }
  if (what === undefined) return ok(toEsploraTransaction({ node, entry }))
  if (what === 'status') return ok(toStatus(entry))
  if (what === 'hex') return ok(entry.transaction.toRaw().toString('hex'))
  if (what === 'outspends') return ok(entry.transaction.outputs.map((_, vout) => spending(vout)))
  if (what !== 'outspend' || !/^\d+$/.test(which ?? '')) return notFound
  return Number(which) < entry.transaction.outputs.length ? ok(spending(Number(which))) : notFound
}

function answerBlock({
  node,
  kind,
  parts,
}: {
  node: BitcoinNode
  kind: 'blocks' | 'block' | 'block-height'
  parts: readonly string[]
}): EsploraAnswer {
  const [first = '', second] = parts
  const { height, hash } = node.tip()
  if (kind === 'block-height') {
    const found = node.hashAt(Number(first))
    return found ? ok(found) : { status: 404, body: 'Block not found' }
  }
  if (kind === 'blocks') {
    if (first !== 'tip') {
      const start = first === '' ? height : Number(first)
      const hashes = Array.from({ length: 10 }, (_, index) => node.hashAt(start - index))
      return ok(hashes.flatMap((found) => (found && toEsploraBlock({ node, hash: found })) || []))
    }
    return second === 'height' ? ok(height) : second === 'hash' ? ok(hash) : notFound
  }
  const block = toEsploraBlock({ node, hash: first })
  if (!block) return { status: 404, body: 'Block not found' }
  if (second === undefined) return ok(block)
  if (second === 'txids') return ok(node.block(first)?.txids)
  if (second !== 'status') return notFound
  const best = node.hashAt(block.height) === first
  return ok({
    in_best_chain: best,
    ...(best ? { height: block.height, next_best: node.hashAt(block.height + 1) ?? null } : {}),
  })
}

function answerPool({ node, parts }: { node: BitcoinNode; parts: readonly string[] }): EsploraAnswer {
  const waiting = node.ledger.waiting()
  const [what] = parts
  const sizeOf = ({ transaction }: LedgerEntry) => transaction.getVirtualSize()
  if (what === 'txids') return ok(waiting.map(({ txid }) => txid))
  if (what === 'recent') {
    const recent = waiting.slice(-10).reverse()
    return ok(
      recent.map((entry) => ({
        ...{ txid: entry.txid, fee: entry.fee, vsize: sizeOf(entry) },
        value: entry.transaction.outputs.reduce((sum, { value }) => sum + value, 0),
      })),
    )
  }
  if (what !== undefined) return notFound
  return ok({
    count: waiting.length,
    vsize: waiting.reduce((sum, entry) => sum + sizeOf(entry), 0),
    total_fee: waiting.reduce((sum, { fee }) => sum + fee, 0),
    fee_histogram: waiting
      .map((entry) => [entry.fee / sizeOf(entry), sizeOf(entry)] as const)
      .sort(([a], [b]) => b - a),
  })
}
