import { createNameAddressMessage, createNameMessage, nameMessageLifetime } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'

/** Content of a signed text about a name. */
export type NameMessage = {
  name: string
  /** Unchecked. `readNameAttributes` validates them. */
  attributes: Readonly<Record<string, string>>
  /** Unix seconds. */
  timestamp: number
}

/** Content of a signed text about an address of a name. */
export type NameAddressMessage = NameMessage & { address: string; coinType: number }

/**
 * Reads the signed text for a registration or new texts, which must exactly equal the output of `createNameMessage`. Another order, a space
 * or a duplicate member makes another text, which wallets would not recognize.
 *
 * @throws ServiceError `name_message_invalid`
 */
export function readNameMessage(message: string): NameMessage {
  const { name, attributes, timestamp } = readObject(message)
  const read = readPlain({ name, attributes, timestamp })
  if (createNameMessage(read) !== message) throw refuse('expected name, attributes and timestamp, without spaces')
  return read
}

/**
 * Reads the signed text for an address, which must exactly equal the output of `createNameAddressMessage`. It has two more members, so that
 * neither text can be used as the other.
 *
 * @throws ServiceError `name_message_invalid`
 */
export function readNameAddressMessage(message: string): NameAddressMessage {
  const { name, attributes, timestamp, address, coin_type: coinType } = readObject(message)
  if (typeof address !== 'string') throw refuse('address is no text')
  if (typeof coinType !== 'number') throw refuse('coin_type is no number')
  const read = { ...readPlain({ name, attributes, timestamp }), address, coinType }
  if (createNameAddressMessage(read) !== message) {
    throw refuse('expected name, attributes, timestamp, address and coin_type, without spaces')
  }
  return read
}

/**
 * Checks that a message was signed recently.
 *
 * @param options.now milliseconds
 * @throws ServiceError `name_message_expired`
 */
export function checkNameMessageTime({ timestamp, now }: { timestamp: number; now: number }): void {
  const age = now / 1000 - timestamp
  if (age > nameMessageLifetime) throw new ServiceError('name_message_expired', { field: 'message' })
  if (age < -nameMessageLifetime) {
    throw new ServiceError('name_message_expired', {
      field: 'message',
      message: 'The time in the signed message is in the future. Use seconds, and check the clock of this device',
    })
  }
}

function readObject(message: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(message)
  } catch {
    throw refuse('it is no JSON')
  }
  if (!isObject(value)) throw refuse('it is no object')
  return value
}

function readPlain({ name, attributes, timestamp }: Record<string, unknown>): NameMessage {
  if (typeof name !== 'string') throw refuse('name is no text')
  if (!isObject(attributes)) throw refuse('attributes is no object')
  if (typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp)) {
    throw refuse('timestamp is not a whole number of seconds')
  }
  // Values that are not texts are refused later, with the reason.
  return { name, attributes: attributes as Record<string, string>, timestamp }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(why: string): ServiceError {
  return new ServiceError('name_message_invalid', {
    field: 'message',
    message: `The signed message is not a name request: ${why}`,
  })
}
