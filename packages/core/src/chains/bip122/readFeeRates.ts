import { minimumFeeRate } from '@latchkey/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { GatewayClient } from '../../http/createGatewayClient.ts'

/** Target number of blocks by speed. */
const blocksOf = { standard: 6, fast: 3, instant: 1 } as const
/** Upper limit for wrong estimates of a server: 3,000 sat/vB, 1.5 times the highest usual rate. */
const highest = 3_000_000n

const estimateSchema = z.object({ feerate: z.number().check(z.positive()) })

/** Satoshis per 1,000 virtual bytes, by speed. */
export type FeeRates = Record<keyof typeof blocksOf, bigint>

/**
 * Reads the nodes' estimates for 6, 3 and 1 blocks. A faster speed never costs less than a slower one. The minimum is 1 sat/vB, because
 * lower rates are not relayed.
 *
 * @throws LatchkeyError `response_invalid`, and the errors of the gateway client
 */
export async function readFeeRates({ gateway }: { gateway: GatewayClient }): Promise<FeeRates> {
  const [slow, quick, now] = await Promise.all(
    [blocksOf.standard, blocksOf.fast, blocksOf.instant].map(async (blocks) => {
      const answer = z.safeParse(estimateSchema, await gateway.request('estimatesmartfee', [blocks]))
      if (!answer.success) throw new ServiceError('response_invalid', { details: 'estimatesmartfee' })
      return toFeeRate(answer.data.feerate)
    }),
  )
  const standard = slow as bigint
  const fast = most(standard, quick as bigint)
  return { standard, fast, instant: most(fast, now as bigint) }
}

/** Converts a rate in sat/vB to satoshis per 1,000 virtual bytes, within the limits. */
function toFeeRate(rate: number): bigint {
  const exact = BigInt(Math.min(Math.round(rate * 1000), Number(highest)))
  return most(exact, minimumFeeRate)
}

/** Formats a rate for display: `12 sat/vB`, `1.5 sat/vB`. */
export function formatFeeRate(feeRate: bigint): string {
  const tenths = (feeRate + 50n) / 100n
  const fraction = tenths % 10n
  return `${tenths / 10n}${fraction === 0n ? '' : `.${fraction}`} sat/vB`
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
