import { ServiceError } from '@latchkey/protocol/errors'

/** Parses a JSON-RPC quantity. @throws LatchkeyError `response_invalid` if it is malformed */
export function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value))
    throw new ServiceError('response_invalid', { details: `Not a quantity: ${String(value).slice(0, 80)}` })
  return BigInt(value)
}
