import { z } from 'zod'
import { readWhole } from '../../rpc/exactJson.ts'

/** An integer of any size. */
const wholeSchema = z.unknown().transform((value, context) => {
  const whole = readWhole(value)
  if (whole !== undefined && whole >= 0n) return whole
  context.issues.push({ code: 'custom', input: value, message: 'Expected a whole number' })
  return z.NEVER
})

const slotSchema = z.object({ slot: z.number().int().nonnegative() })

export const rentSchema = wholeSchema
export const slotNumberSchema = z.number().int().nonnegative()
/** Unix seconds. */
export const blockTimeSchema = z.number().int().positive()
export const epochSchema = z.object({
  absoluteSlot: z.number().int().nonnegative(),
  blockHeight: z.number().int().nonnegative(),
})
export const blockhashSchema = z.object({
  value: z.object({
    blockhash: z.string().min(32).max(44),
    lastValidBlockHeight: z.number().int().positive(),
  }),
})
export const pricesSchema = z.array(z.object({ prioritizationFee: wholeSchema }))
export const simulationSchema = z.object({
  value: z.object({
    err: z.unknown(),
    logs: z.array(z.string()).nullish(),
    unitsConsumed: z.number().int().nonnegative().nullish(),
  }),
})
export const statusesSchema = z.object({
  context: slotSchema,
  value: z.array(
    z
      .object({
        slot: z.number().int().nonnegative(),
        err: z.unknown(),
        // Old nodes omit it for rooted transactions.
        confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullish(),
      })
      .nullable(),
  ),
})
