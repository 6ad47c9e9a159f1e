import { toHex } from '../bytes/hex.ts'
import type { Coin } from '../coins/Coin.ts'
import type { PaymentOutput } from './Payment.ts'

/** Sorts inputs and outputs into an order that reveals nothing about them. Source: BIP-69. */
export function arrange({ inputs, outputs }: { inputs: readonly Coin[]; outputs: readonly PaymentOutput[] }): {
  inputs: readonly Coin[]
  outputs: readonly PaymentOutput[]
} {
  return {
    inputs: [...inputs].sort((one, other) =>
      one.txid === other.txid ? one.vout - other.vout : one.txid < other.txid ? -1 : 1,
    ),
    outputs: [...outputs].sort((one, other) => {
      if (one.value !== other.value) return one.value < other.value ? -1 : 1
      return toHex(one.script) < toHex(other.script) ? -1 : 1
    }),
  }
}
