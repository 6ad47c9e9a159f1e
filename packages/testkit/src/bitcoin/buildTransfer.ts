import { hexToBytes } from '@noble/hashes/utils'
import { ProviderRpcError } from '../owner/ProviderRpcError.ts'
import type { BitcoinKey } from './bitcoinKeys.ts'
import { toOutputScript } from './bitcoinScript.ts'
import type { EsploraCoin } from './esplora.ts'
import { createPsbt } from './psbt.ts'
import { type BitcoinTransaction, encodeTransaction } from './transaction.ts'

/** Smallest amount for a separate output, in satoshi. */
const dust = 546n
/** Size of the witness of an input that pays to a witness key hash, in virtual bytes. */
const witnessSize = 27

/**
 * Creates the PSBT of a payment from one address. It uses the largest coins first and returns the change to the address. The transaction is
 * replaceable (BIP-125).
 *
 * @param options.feeRate satoshi per virtual byte
 * @throws ProviderRpcError -32603 if the coins are not enough
 */
export function buildTransfer({
  key,
  coins,
  receivers,
  feeRate,
  chain,
  memo,
  changeAddress = key.address,
}: {
  key: BitcoinKey
  coins: readonly EsploraCoin[]
  receivers: readonly { address: string; amount: bigint }[]
  feeRate: number
  chain: string
  /** Public text in the transaction (`OP_RETURN`), at most 80 bytes. */
  memo?: Uint8Array | undefined
  changeAddress?: string | undefined
}): { psbt: Uint8Array; inputs: number; fee: bigint } {
  const outputs = receivers.map(({ address, amount }) => ({ amount, script: toOutputScript({ address, chain }) }))
  if (memo)
    outputs.push({
      amount: 0n,
      script: new Uint8Array([0x6a, ...(memo.length > 75 ? [0x4c] : []), memo.length, ...memo]),
    })
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
  const change = toOutputScript({ address: changeAddress, chain })
  const largest = [...coins].sort((one, other) => other.value - one.value)
  for (let count = 1; count <= largest.length; count++) {
    const chosen = largest.slice(0, count)
    const have = chosen.reduce((sum, { value }) => sum + BigInt(value), 0n)
    for (const withChange of [true, false]) {
      const build = (amount: bigint): BitcoinTransaction => ({
        version: 2,
        inputs: chosen.map(({ txid, vout }) => ({
          txid: hexToBytes(txid).reverse(),
          vout,
          script: new Uint8Array(),
          sequence: 0xfffffffd,
        })),
        outputs: withChange ? [...outputs, { amount, script: change }] : outputs,
        locktime: 0,
      })
      const size = encodeTransaction(build(0n)).length + 1 + witnessSize * count
      const fee = BigInt(Math.ceil(size * feeRate))
      const left = have - paid - fee
      if (left < (withChange ? dust : 0n)) continue
      const prevouts = chosen.map(({ value }) => ({ amount: BigInt(value), script: key.script }))
      const psbt = createPsbt({ transaction: build(left), prevouts })
      return { psbt, inputs: count, fee: withChange ? fee : fee + left }
    }
  }
  throw new ProviderRpcError({ code: -32603, message: 'Insufficient balance for the payment and its fee.' })
}
