/** Seconds by which the time in a signed name message may differ from the server's. */
export const nameMessageLifetime = 60

/**
 * The text that is signed (EIP-191) to register a name or to set its texts.
 *
 * @param options.name normalised, with its zone
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
 * The text that is signed (EIP-191) to give a name another address: by the address itself, and by the name's owner where that is
 * another. It says which, so that no signature for something else serves for it.
 *
 * @param options.attributes where the name passes on with it: the texts that it has from then on
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
