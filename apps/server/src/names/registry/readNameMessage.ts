import { nameMessageLifetime } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { hasTwins } from './hasTwins.ts'

/** What a signed text says about a name. */
export type NameMessage = {
  name: string
  /** As they came: `readNameAttributes` says whether they can be taken. */
  attributes: Readonly<Record<string, unknown>>
  /** Unix seconds. */
  timestamp: number
}

/** What a signed text says about an address of a name. */
export type NameAddressMessage = NameMessage & { address: string; coinType: number }

const plainKeys = ['name', 'attributes', 'timestamp']
const addressKeys = [...plainKeys, 'address', 'coin_type']

/**
 * Reads the text that was signed to register a name or to set its texts: an object of JSON with these members, each once, and no others.
 *
 * @throws ServiceError `name_message_invalid`
 */
export function readNameMessage(message: string): NameMessage {
  return readPlain(readObject(message, plainKeys))
}

/**
 * Reads the text that was signed to give a name an address. It has two members more, so that none of the two serves for the other.
 *
 * @throws ServiceError `name_message_invalid`
 */
export function readNameAddressMessage(message: string): NameAddressMessage {
  const object = readObject(message, addressKeys)
  const { address, coin_type: coinType } = object
  if (typeof address !== 'string') throw refuse('address is no text')
  if (typeof coinType !== 'number') throw refuse('coin_type is no number')
  return { ...readPlain(object), address, coinType }
}

/**
 * Checks that a message was signed just now.
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
      message:
        'The time in the signed message lies ahead: it is in seconds, and the clock of this device is to be right',
    })
  }
}

function readObject(message: string, keys: readonly string[]): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(message)
  } catch {
    throw refuse('it is no JSON')
  }
  if (!isObject(value)) throw refuse('it is no object')
  const found = Object.keys(value)
  if (found.length !== keys.length || !keys.every((key) => Object.hasOwn(value, key))) {
    throw refuse(`expected exactly ${keys.join(', ')}`)
  }
  // Whoever signed saw both, and only one would count.
  if (hasTwins(message)) throw refuse('a member is in it twice')
  return value
}

function readPlain({ name, attributes, timestamp }: Record<string, unknown>): NameMessage {
  if (typeof name !== 'string') throw refuse('name is no text')
  if (!isObject(attributes)) throw refuse('attributes is no object')
  if (typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp)) {
    throw refuse('timestamp is no whole number of seconds')
  }
  return { name, attributes, timestamp }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(why: string): ServiceError {
  return new ServiceError('name_message_invalid', {
    field: 'message',
    message: `The signed message is not one about a name: ${why}`,
  })
}
