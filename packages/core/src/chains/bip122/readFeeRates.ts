import { minimumFeeRate } from '@latchkey/bitcoin'
import { ServiceError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { GatewayClient } from '../../http/createGatewayClient.ts'

/** Within how many blocks each speed wants to be in one. */
const blocksOf = { standard: 6, fast: 3, instant: 1 } as const
/** Nobody pays more than this by mistake, whatever a server estimates: 3,000 sat/vB, half as much again as has ever been usual. */
const highest = 3_000_000n

const estimateSchema = z.object({ feerate: z.number().check(z.positive()) })

/** Satoshi for 1,000 virtual bytes, at each speed. */
export type FeeRates = Record<keyof typeof blocksOf, bigint>

/**
 * Reads what nodes estimate for 6, 3 and 1 blocks. A quicker speed never costs less than a slower one; none less than 1 sat/vB, below which
 * nothing is relayed.
 *
 * @throws LatchkeyError `response_invalid`, and what the gateway client throws
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

/** Satoshi for 1,000 virtual bytes of a rate in sat/vB, within what is reasonable. */
function toFeeRate(rate: number): bigint {
  const exact = BigInt(Math.min(Math.round(rate * 1000), Number(highest)))
  return most(exact, minimumFeeRate)
}

/** A rate as people write it: `12 sat/vB`, `1.5 sat/vB`. */
export function formatFeeRate(feeRate: bigint): string {
  const tenths = (feeRate + 50n) / 100n
  const fraction = tenths % 10n
  return `${tenths / 10n}${fraction === 0n ? '' : `.${fraction}`} sat/vB`
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
