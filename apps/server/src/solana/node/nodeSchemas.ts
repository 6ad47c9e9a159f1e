import { z } from 'zod'
import { readWhole } from '../../rpc/exactJson.ts'

/** An integer of any size, as a number or as text. */
const wholeSchema = z.unknown().transform((value, context) => {
  const whole = readWhole(value)
  if (whole !== undefined) return whole
  context.issues.push({ code: 'custom', input: value, message: 'Expected a whole number' })
  return z.NEVER
})

const slotSchema = z.object({ slot: z.number().int().nonnegative() })
const dataSchema = z
  .tuple([z.base64(), z.literal('base64')])
  .transform(([text]) => new Uint8Array(Buffer.from(text, 'base64')))

/** An account with its data in base64. */
const accountSchema = z.object({ owner: z.string(), lamports: wholeSchema, data: dataSchema })

export const balanceSchema = z.object({ context: slotSchema, value: wholeSchema })
export const tokenAccountsSchema = z.object({
  context: slotSchema,
  value: z.array(z.object({ pubkey: z.string(), account: accountSchema })),
})
export const accountsSchema = z.object({ value: z.array(accountSchema.nullable()) })
export const signaturesSchema = z.array(
  z.object({
    signature: z.string().min(64).max(90),
    slot: z.number().int().nonnegative(),
    confirmationStatus: z.string().nullish(),
  }),
)

const tokenBalanceSchema = z.object({
  accountIndex: z.number().int().nonnegative(),
  mint: z.string(),
  owner: z.string().nullish(),
  uiTokenAmount: z.object({ amount: wholeSchema, decimals: z.number().int().min(0).max(255) }),
})
const instructionSchema = z.object({
  programId: z.string(),
  parsed: z
    .union([
      z.object({ type: z.string(), info: z.record(z.string(), z.unknown()).catch({}) }),
      // Text of the memo program.
      z.unknown().transform(() => undefined),
    ])
    .optional(),
})

/** Response of `getTransaction` with `jsonParsed`. Source: Solana's RPC methods. */
export const transactionSchema = z.object({
  slot: z.number().int().nonnegative(),
  blockTime: z.number().int().nullish(),
  meta: z.object({
    err: z.unknown(),
    fee: wholeSchema,
    preBalances: z.array(wholeSchema),
    postBalances: z.array(wholeSchema),
    preTokenBalances: z.array(tokenBalanceSchema).nullish(),
    postTokenBalances: z.array(tokenBalanceSchema).nullish(),
    innerInstructions: z.array(z.object({ instructions: z.array(instructionSchema) })).nullish(),
  }),
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: z.string(), signer: z.boolean() })),
      instructions: z.array(instructionSchema),
    }),
  }),
})
