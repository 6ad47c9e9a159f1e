import type { BitcoinNode } from '../node/createBitcoinNode.ts'
import type { LedgerEntry } from '../node/Ledger.ts'
import { describeScript } from '../node/regtestScript.ts'

/** Whether and where a transaction is in the chain. */
export function toStatus({ place }: LedgerEntry) {
  return place
    ? { confirmed: true, block_height: place.height, block_hash: place.hash, block_time: place.time }
    : { confirmed: false }
}

/** A transaction in Esplora's form. Source: Blockstream/esplora, API.md. */
export function toEsploraTransaction({ node, entry }: { node: BitcoinNode; entry: LedgerEntry }) {
  const { transaction, txid, fee } = entry
  const isCoinbase = transaction.isCoinbase()
  return {
    txid,
    version: transaction.version,
    locktime: transaction.locktime,
    vin: transaction.inputs.map((input) => {
      const spent = node.ledger.spentOutput(input)
      const witness = input.witness.items.map((item) => item.toString('hex'))
      return {
        txid: input.prevout.txid(),
        vout: input.prevout.index,
        prevout: spent ? toOutput(spent) : null,
        scriptsig: input.script.toRaw().toString('hex'),
        ...(witness.length > 0 ? { witness } : {}),
        is_coinbase: isCoinbase,
        sequence: input.sequence,
      }
    }),
    vout: transaction.outputs.map(toOutput),
    size: transaction.getSize(),
    weight: transaction.getWeight(),
    fee,
    status: toStatus(entry),
  }
}

function toOutput({ script, value }: { script: { toRaw(): Buffer }; value: number }) {
  const raw = script.toRaw()
  const { type, address } = describeScript(raw)
  return {
    scriptpubkey: raw.toString('hex'),
    scriptpubkey_type: type,
    ...(address ? { scriptpubkey_address: address } : {}),
    value,
  }
}

/** A block in Esplora's form. */
export function toEsploraBlock({ node, hash }: { node: BitcoinNode; hash: string }) {
  const block = node.block(hash)
  if (!block) return undefined
  return {
    id: block.hash,
    height: block.height,
    timestamp: block.time,
    mediantime: block.time,
    tx_count: block.txids.length,
    size: block.size,
    weight: block.weight,
    previousblockhash: block.previous,
  }
}

/** Returns the received and spent sums of an address, mined and pending. */
export function toAddressStatistics({ node, address, script }: { node: BitcoinNode; address: string; script: string }) {
  const empty = { tx_count: 0, funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0 }
  const statistics = { chain_stats: { ...empty }, mempool_stats: { ...empty } }
  const isTheirs = (output: { script: { toRaw(): Buffer } } | undefined) =>
    output?.script.toRaw().toString('hex') === script
  for (const { transaction, place } of node.ledger.touching(script)) {
    const sums = place ? statistics.chain_stats : statistics.mempool_stats
    sums.tx_count += 1
    for (const output of transaction.outputs) {
      if (!isTheirs(output)) continue
      sums.funded_txo_count += 1
      sums.funded_txo_sum += output.value
    }
    for (const input of transaction.inputs) {
      const spent = node.ledger.spentOutput(input)
      if (!spent || !isTheirs(spent)) continue
      sums.spent_txo_count += 1
      sums.spent_txo_sum += spent.value
    }
  }
  return { address, ...statistics }
}
