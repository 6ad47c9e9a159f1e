import type { ChainId } from '@latchkey/protocol'
import type { Coin } from '../coins/Coin.ts'

/** One output of a payment. */
export type PaymentOutput = {
  address: string
  script: Uint8Array
  /** Satoshi. */
  value: bigint
  /** Whether it returns to the sender. */
  isChange: boolean
}

/** A payment to the satoshi, in the order of the transaction. It is previewed, and then signed. */
export type Payment = {
  chainId: ChainId
  inputs: readonly Coin[]
  outputs: readonly PaymentOutput[]
  /** Satoshi: inputs minus outputs. */
  fee: bigint
  /** Virtual bytes of the signed transaction; a signature may be a byte shorter. */
  vsize: number
  /** The earliest block for it (anti fee sniping); 0 for none. */
  lockTime: number
}

/** All inputs announce that a higher fee may replace them (BIP-125), and enable the lock time. */
export const replaceableSequence = 0xfffffffd
