import { type EvmAddress, findNameLabelIssue } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import type { NameRegistry } from '../../registry/NameRegistry.ts'

/** A name of {@link createMemoryRegistry}: its addresses by coin type, and whether a key proved each of them. */
export type MemoryName = {
  addresses?: Record<number, { address: EvmAddress; byKey: boolean }>
  attributes?: Record<string, string>
}

/**
 * Creates a registry without a database, for tests of its users. It contains only the given names, oldest first.
 *
 * @param options.names by label; they can change during the test
 * @param options.taken returns whether a label is unavailable for other reasons
 */
export function createMemoryRegistry({
  names,
  taken = () => false,
  zone = 'latchkey.eth',
}: {
  names: Record<string, MemoryName>
  taken?: (label: string) => boolean
  zone?: string
}): NameRegistry & { asked: string[] } {
  const asked: string[] = []
  const note = <Value>(what: string, value: Value) => {
    asked.push(what)
    return value
  }
  const find = (name: string) => {
    const label = name.slice(0, -zone.length - 1)
    return `${label}.${zone}` === name && Object.hasOwn(names, label) ? names[label] : undefined
  }
  const toName = (name: string): Name | undefined => {
    const found = find(name)
    return (
      found && {
        ...{ name, registered_at: null, updated_at: null, attributes: found.attributes ?? {} },
        addresses: Object.fromEntries(
          Object.entries(found.addresses ?? {}).map(([coinType, { address }]) => [
            coinType,
            { address, created_at: null },
          ]),
        ),
      }
    )
  }
  const addressOf = (name: string, coinType: number) => {
    const addresses = find(name)?.addresses ?? {}
    const keys = [addresses[60], ...Object.values(addresses)].filter((one) => one?.byKey)
    return (addresses[coinType] ?? keys[0])?.address
  }
  const refuse = async () => {
    throw new Error('Nothing is registered here')
  }
  return {
    ...{ zone, asked, register: refuse, setAttributes: refuse, setAddress: refuse },
    read: async ({ name }) => note(`read ${name}`, toName(name)),
    list: async () => [],
    addressOf: async ({ name, coinType }) => note(`address ${name} ${coinType}`, addressOf(name, coinType)),
    primaryOf: async ({ address, coinType }) =>
      note(
        `primary ${address} ${coinType}`,
        Object.keys(names)
          .map((label) => `${label}.${zone}`)
          .filter((name) => addressOf(name, coinType)?.toLowerCase() === address.toLowerCase())
          .map(toName)[0],
      ),
    unavailable: async ({ labels }) =>
      note(
        'unavailable',
        new Set(
          labels.filter(
            (label) => findNameLabelIssue(label) !== undefined || Object.hasOwn(names, label) || taken(label),
          ),
        ),
      ),
  }
}
