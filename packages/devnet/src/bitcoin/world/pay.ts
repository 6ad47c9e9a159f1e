import { Transaction } from '@scure/btc-signer'
import type { BitcoinNode } from '../node/createBitcoinNode.ts'
import { regtest, scriptOf } from '../node/regtestScript.ts'
import type { DevnetBitcoinAccount } from './accounts.ts'

export type Payment = { address: string /** Satoshi. */; value: number }

/** Satoshi per virtual byte. */
const usualFee = 3
/** Virtual bytes of an input (P2WPKH) and of an output, rounded up, and of the rest of a transaction. */
const sizes = { input: 68, output: 43, rest: 11 } as const
/** Blocks until the reward of a block may be spent. Source: Bitcoin Core, `COINBASE_MATURITY`. */
const maturity = 100

/**
 * Pays from the oldest sufficient outputs of a person. The change returns to their address. The transaction is pending
 * afterwards.
 *
 * @param feeRate Approximate satoshis per virtual byte (default 3).
 * @param replaces A pending transaction of theirs, whose outputs are spent again.
 * @returns The transaction's ID.
 * @throws Error if the balance is too low.
 */
export async function pay({
  node,
  from,
  to,
  feeRate = usualFee,
  replaces,
}: {
  node: BitcoinNode
  from: DevnetBitcoinAccount
  to: readonly Payment[]
  feeRate?: number
  replaces?: string
}): Promise<string> {
  const { address, privateKey } = from.payment
  const total = to.reduce((sum, { value }) => sum + value, 0)
  const coins = replaces ? spentBy({ node, txid: replaces }) : coinsOf({ node, address })
  const chosen: typeof coins = []
  let paid = 0
  let fee = 0
  for (const coin of coins) {
    chosen.push(coin)
    paid += coin.value
    fee = feeRate * (sizes.rest + chosen.length * sizes.input + (to.length + 1) * sizes.output)
    if (!replaces && paid >= total + fee + 1000) break
  }
  if (paid < total + fee + 1000) throw new Error(`${from.name} has only ${paid} satoshi`)
  const transaction = new Transaction()
  for (const { txid, vout, value, script } of chosen) {
    transaction.addInput({
      ...{ txid, index: vout, sequence: 0xfffffffd },
      witnessUtxo: { script, amount: BigInt(value) },
    })
  }
  for (const output of to) transaction.addOutputAddress(output.address, BigInt(output.value), regtest)
  transaction.addOutputAddress(address, BigInt(paid - total - fee), regtest)
  transaction.sign(Uint8Array.from(Buffer.from(privateKey, 'hex')))
  transaction.finalize()
  return node.submit(transaction.hex)
}

/** Outputs that can be spent in the next block, oldest first, pending ones last. */
function coinsOf({ node, address }: { node: BitcoinNode; address: string }) {
  const { ledger } = node
  const { height } = node.tip()
  return ledger
    .touching(scriptHex(address))
    .sort((a, b) => (a.place?.height ?? Infinity) - (b.place?.height ?? Infinity) || a.turn - b.turn)
    .filter(({ transaction, place }) => !transaction.isCoinbase() || (place && height + 1 - place.height >= maturity))
    .flatMap(({ txid, transaction }) =>
      transaction.outputs.flatMap(({ value, script }, vout) => {
        const raw = Uint8Array.from(script.toRaw())
        const isTheirs = Buffer.from(raw).toString('hex') === scriptHex(address)
        return isTheirs && !ledger.spendOf({ txid, vout }) ? [{ txid, vout, value, script: raw }] : []
      }),
    )
}

/** The outputs that a transaction spends. */
function spentBy({ node: { ledger }, txid }: { node: BitcoinNode; txid: string }) {
  const inputs = ledger.get(txid)?.transaction.inputs ?? []
  return inputs.flatMap((input) => {
    const { txid: parent, vout } = { txid: input.prevout.txid(), vout: input.prevout.index }
    const output = ledger.spentOutput(input)
    return output ? [{ txid: parent, vout, value: output.value, script: Uint8Array.from(output.script.toRaw()) }] : []
  })
}

function scriptHex(address: string): string {
  const script = scriptOf(address)
  if (!script) throw new Error(`${address} is no address of regtest`)
  return script
}
