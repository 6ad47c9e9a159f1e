/** Largest difference between the time in a signed name message and the server's, in seconds. */
export const nameMessageLifetime = 60

/**
 * Returns the text to sign (EIP-191) to register a name or to set its text records.
 *
 * @param options.name normalized, with its zone
 * @param options.timestamp Unix seconds
 * @example createNameMessage({ name: 'alice.latchkey.eth', timestamp: 1755600000 }) // '{"name":"alice.latchkey.eth","attributes":{},"timestamp":1755600000}'
 */
export function createNameMessage({
  name,
  attributes = {},
  timestamp,
}: {
  name: string
  attributes?: Readonly<Record<string, string>>
  timestamp: number
}): string {
  return JSON.stringify({ name, attributes, timestamp })
}

/**
 * Returns the text to sign (EIP-191) to set another address of a name. The address signs it, and so does the name's owner if that is
 * another account. The text names the address, so that no other signature is valid for it.
 *
 * @param options.attributes the name's text records from then on, if the name is transferred
 * @param options.address EIP-55
 */
export function createNameAddressMessage({
  name,
  attributes = {},
  timestamp,
  address,
  coinType,
}: {
  name: string
  attributes?: Readonly<Record<string, string>>
  timestamp: number
  address: string
  coinType: number
}): string {
  return JSON.stringify({ name, attributes, timestamp, address, coin_type: coinType })
}
