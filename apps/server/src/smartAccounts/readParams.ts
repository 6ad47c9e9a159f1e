import { ServiceError } from '@latchkey/protocol/errors'
import {
  fromRpcOperation,
  InvalidOperation,
  type SignedAuthorization,
  type UserOperation,
} from '@latchkey/smart-account'
import { z } from 'zod'

/** Maximum number of calls in a batch, and bytes of one call's data. */
const maxCalls = 100
const maxData = 100_000

const address = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value))
const bytesOf = (most: number) =>
  z.custom<`0x${string}`>(
    (value) => typeof value === 'string' && value.length <= 2 + 2 * most && /^0x(?:[0-9a-f]{2})*$/i.test(value),
  )
const word = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value))
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform((value) => BigInt(value))
const small = quantity.refine((value) => value < 2n ** 53n).transform(Number)
const context = bytesOf(10_000)

const prepareSchema = z.object({
  from: address,
  chainId: small.optional(),
  calls: z
    .array(z.object({ to: address, value: quantity.optional(), data: bytesOf(maxData).optional() }))
    .min(1)
    .max(maxCalls),
  capabilities: z
    .object({
      account: z.object({ owner: address }).optional(),
      delegation: z.literal(true).optional(),
      permissions: z.object({ context }).optional(),
    })
    .optional(),
})

const authorizationSchema = z.object({
  address,
  chainId: small,
  nonce: small,
  r: quantity,
  s: quantity,
  yParity: quantity.refine((value) => value < 2n).transform(Number),
})

const sendSchema = z.object({
  preparedCalls: z.object({
    type: z.literal('user-operation-v08'),
    chainId: small,
    data: z.record(z.string(), z.unknown()),
  }),
  signature: bytesOf(8_192),
  authorization: authorizationSchema.optional(),
  context: context.optional(),
})

/** Parsed parameters of `wallet_prepareCalls`. */
export type ReadPrepareCalls = z.output<typeof prepareSchema>

/** Parsed parameters of `wallet_sendPreparedCalls`. */
export type ReadSendCalls = {
  chainId: number
  operation: UserOperation
  signature: `0x${string}`
  authorization: SignedAuthorization | undefined
  context: `0x${string}` | undefined
}

/** @throws ServiceError `malformed_request` */
export function readPrepareCalls(params: readonly unknown[]): ReadPrepareCalls {
  return read(prepareSchema, params[0])
}

/**
 * Refuses malformed values. Unknown names, such as URLs of other services, are ignored. @throws ServiceError
 * `malformed_request`
 */
export function readSendCalls(params: readonly unknown[]): ReadSendCalls {
  const { preparedCalls, signature, authorization, context: shown } = read(sendSchema, params[0])
  return {
    chainId: preparedCalls.chainId,
    operation: readOperation(preparedCalls.data),
    signature,
    authorization: authorization && { ...authorization, r: toWord(authorization.r), s: toWord(authorization.s) },
    context: shown,
  }
}

/** Returns an operation's hash. @throws ServiceError `malformed_request` */
export function readCallsId(params: readonly unknown[]): `0x${string}` {
  return read(word, params[0], 'id').toLowerCase() as `0x${string}`
}

/** @throws ServiceError `malformed_request` */
function readOperation(value: unknown): UserOperation {
  try {
    return fromRpcOperation(value)
  } catch (error) {
    if (!(error instanceof InvalidOperation)) throw error
    throw new ServiceError('malformed_request', { field: 'preparedCalls.data', message: error.message })
  }
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown, name = 'params'): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const field = result.error.issues[0]?.path.map(String).join('.') || name
  throw new ServiceError('malformed_request', { field, message: `${field} is missing or malformed` })
}

function toWord(value: bigint): `0x${string}` {
  return `0x${value.toString(16).padStart(64, '0')}`
}
