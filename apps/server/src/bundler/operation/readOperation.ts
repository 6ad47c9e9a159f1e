import type { UserOperation } from '@latchkey/smart-account'
import { z } from 'zod'
import type { UnmeasuredOperation } from '../Bundler.ts'
import { OperationRefusal } from '../OperationRefusal.ts'

/** Bytes of call data, factory data, paymaster data and signature together, at most. */
const maxBytes = 98_304

type Hex = `0x${string}`

const address = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value), {
  error: 'an address: 0x and 40 hexadecimal digits',
})
const bytes = z.custom<Hex>(
  (value) => typeof value === 'string' && value.length <= 2 + maxBytes * 2 && /^0x([0-9a-f]{2})*$/i.test(value),
  { error: `bytes: 0x and hexadecimal digits, two each, at most ${maxBytes} bytes` },
)
const word = bytes.refine((value) => value.length <= 66, { error: 'at most 32 bytes' })

const number = (bits: number) =>
  z
    .string()
    .regex(/^0x[0-9a-f]{1,64}$/i, `a number in hexadecimal, of ${bits} bits at most`)
    .transform(BigInt)
    .refine((value) => value < 2n ** BigInt(bits), { error: `a number of ${bits} bits at most` })

/** Fees and limits are packed by two into 32 bytes; the EntryPoint refuses those above 120 bits (AA94). */
const gas = number(120)

const shape = {
  sender: address,
  nonce: number(256),
  factory: z.union([address, z.literal('0x7702')]).optional(),
  factoryData: bytes.optional(),
  callData: bytes,
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
  maxFeePerGas: gas,
  maxPriorityFeePerGas: gas,
  paymaster: address.optional(),
  paymasterVerificationGasLimit: gas.optional(),
  paymasterPostOpGasLimit: gas.optional(),
  paymasterData: bytes.optional(),
  signature: bytes,
  eip7702Auth: z
    .strictObject({
      address,
      chainId: number(53).transform(Number),
      nonce: number(53).transform(Number),
      r: word,
      s: word,
      yParity: number(1).transform(Number),
    })
    .optional(),
}

const sentSchema = z.strictObject(shape)

/** Clients that do not know yet leave out, or say 0. */
const unmeasuredSchema = z.strictObject({
  ...shape,
  callGasLimit: gas.optional(),
  verificationGasLimit: gas.optional(),
  preVerificationGas: gas.optional(),
  maxFeePerGas: gas.optional(),
  maxPriorityFeePerGas: gas.optional(),
})

/**
 * Reads an operation that is to be sent.
 *
 * @throws OperationRefusal -32602, which names the field
 */
export function readOperation(value: unknown): UserOperation {
  return read(sentSchema, value) as UserOperation
}

/** Reads an operation that is to be measured. @throws OperationRefusal -32602 */
export function readUnmeasuredOperation(value: unknown): UnmeasuredOperation {
  return read(unmeasuredSchema, value) as UnmeasuredOperation
}

function read(schema: typeof sentSchema | typeof unmeasuredSchema, value: unknown): unknown {
  // Some clients write what there is not as null, or an authorization of several forms; null is none.
  const given =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined))
      : value
  const result = schema.safeParse(given)
  if (!result.success) {
    const [issue] = result.error.issues
    const field = issue?.path.join('.') || undefined
    throw new OperationRefusal(
      'invalidParams',
      field ? `The operation’s ${field} is wrong: ${issue?.message}` : `The operation is malformed: ${issue?.message}`,
      field ? { field } : {},
    )
  }
  return result.data
}
