import { type Coin, type Payment, readAddress, toHex } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { readPaymentAccount } from './PaymentAccount.ts'

const satoshi = z.pipe(
  z.string().check(z.regex(/^\d{1,16}$/)),
  z.transform((text: string) => BigInt(text)),
)
const planSchema = z.object({
  inputs: z
    .array(
      z.object({
        txid: z.string(),
        vout: z.number(),
        value: satoshi,
        address: z.string(),
        publicKey: z.optional(z.string()),
        isConfirmed: z.boolean(),
      }),
    )
    .check(z.minLength(1)),
  outputs: z.array(z.object({ address: z.string(), value: satoshi, isChange: z.boolean() })).check(z.minLength(1)),
  fee: satoshi,
  vsize: z.number(),
  lockTime: z.number(),
})

/** Serializes a payment, so that a replacement can be built after a reload. */
export function writePlan({ inputs, outputs, fee, vsize, lockTime }: Payment): string {
  const plan = {
    inputs: inputs.map(({ txid, vout, value, address, publicKey, height }) => ({
      ...{ txid, vout, value, address },
      isConfirmed: height !== null,
      ...(publicKey ? { publicKey: toHex(publicKey) } : {}),
    })),
    outputs: outputs.map(({ address, value, isChange }) => ({ address, value, isChange })),
    ...{ fee, vsize, lockTime },
  }
  return JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Reads a payment; undefined if it is unreadable, or of another network. */
export function readPlan({ plan, chainId }: { plan: string | undefined; chainId: ChainId }): Payment | undefined {
  try {
    const { inputs, outputs, ...rest } = z.parse(planSchema, JSON.parse(plan ?? ''))
    return {
      chainId,
      inputs: inputs.map(({ publicKey, isConfirmed, ...input }): Coin => {
        const account = readPaymentAccount({ address: input.address, publicKey, chainId })
        if (!account) throw new Error('not an address of one key')
        // The depth is no longer needed.
        return { ...account, ...input, height: isConfirmed ? 0 : null, ...(isConfirmed ? {} : { isOwnChange: true }) }
      }),
      outputs: outputs.map((output) => {
        const read = readAddress({ text: output.address, chainId })
        if (!read) throw new Error('not an address')
        return { ...output, script: read.script }
      }),
      ...rest,
    }
  } catch {
    return undefined
  }
}
