import { bitcoinNetworks } from '@latchkey/protocol'
import type { Coin } from '../coins/Coin.ts'
import type { KeyAddressType } from '../keys/keyScripts.ts'
import type { Payment } from '../payment/Payment.ts'
import { type FinalTransaction, finalizePsbt } from '../psbt/finalizePsbt.ts'
import { signPsbt } from '../psbt/signPsbt.ts'
import { fundingTransaction, type TestWallet, testWallet } from './wallet.ts'

/** Every address type of a single key. */
export const types = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const

const senders = new Map(types.map((type) => [type, testWallet('sender', type)] as const))

/** Sender of the tests for each address type, with one key. */
export const senderOf = (type: KeyAddressType): TestWallet => senders.get(type) as TestWallet

/** A coin of the sender, each from a separate transaction. */
export function coinOf({
  value,
  seed,
  type = 'p2wpkh',
  height = 100,
  isOwnChange,
}: {
  value: bigint
  seed: number
  type?: KeyAddressType
  height?: number | null
  isOwnChange?: boolean
}): Coin {
  const { script, address, publicKey } = senderOf(type)
  const { hex, txid } = fundingTransaction([{ script, value }], seed)
  return { txid, vout: 0, value, type, address, script, publicKey, height, isOwnChange, previousTransaction: hex }
}

/** Signs a payment with the sender's keys. Returns the signed PSBT and its transaction. */
export function signPayment(psbt: string, payment: Payment): FinalTransaction {
  const inputs = payment.inputs.map(({ address, type }, index) => ({
    index,
    address,
    sighash: type === 'p2tr' ? 0 : 1,
  }))
  const signed = signPsbt({ psbt, keys: [...senders.values()], inputs, chainId: bitcoinNetworks.regtest })
  return { ...finalizePsbt({ psbt: signed }), psbt: signed }
}
