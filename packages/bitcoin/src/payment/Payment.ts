import type { ChainId } from '@latchkey/protocol'
import type { Coin } from '../coins/Coin.ts'

/** One output of a payment. */
export type PaymentOutput = {
  address: string
  script: Uint8Array
  /** Satoshi. */
  value: bigint
  /** It comes back to the sender. */
  isChange: boolean
}

/** A payment to the satoshi, in the order in which the transaction has it: what is previewed, and what is signed. */
export type Payment = {
  chainId: ChainId
  inputs: readonly Coin[]
  outputs: readonly PaymentOutput[]
  /** Satoshi: inputs less outputs. */
  fee: bigint
  /** Virtual bytes of the signed transaction; a signature may be a byte shorter. */
  vsize: number
  /** The earliest block for it (anti fee sniping); 0 for none. */
  lockTime: number
}

/** All inputs announce that a higher fee may replace them (BIP-125), and let the lock time count. */
export const replaceableSequence = 0xfffffffd
