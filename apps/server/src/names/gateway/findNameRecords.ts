import { type EvmAddress, etherCoinType, evmCoinTypeFlag, findNameLabelIssue, readCoinType } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { NameRegistry } from '../registry/NameRegistry.ts'

/** Records of a name. Each is undefined if it is not set. */
export type NameRecords = {
  addressOf: (coinType: number) => Promise<EvmAddress | undefined>
  textOf: (key: string) => Promise<string | undefined>
  /** Returns the name that the address of a reverse name claims. */
  primaryName: () => Promise<string | undefined>
}

const nothing = async () => undefined
const empty: NameRecords = { addressOf: nothing, textOf: nothing, primaryName: nothing }

/**
 * Returns the records of a name of our zone, or of a reverse name (ENSIP-3, ENSIP-19). Unregistered names, the zone itself, and names below
 * a registered one have no records. Each read of the registry is made only once.
 *
 * @param options.labels requested labels, from the name itself up to the root; a name that is not in normal form is another name
 * @throws LatchkeyError `name_not_found` for a name outside this server's zone
 */
export function findNameRecords({
  registry,
  labels,
}: {
  registry: NameRegistry
  labels: readonly string[]
}): NameRecords {
  const zone = registry.zone.split('.')
  if (labels.slice(-zone.length).join('.') === registry.zone) {
    const [label] = labels
    const isName = labels.length === zone.length + 1 && label !== undefined && findNameLabelIssue(label) === undefined
    return isName ? recordsOf(registry, `${label}.${registry.zone}`) : empty
  }
  const reverse = readReverseName(labels)
  if (!reverse)
    throw new ServiceError('name_not_found', { field: 'data', message: 'The name does not belong to this zone' })
  const { address, coinType } = reverse
  if (coinType === undefined) return empty
  let primary: Promise<Name | undefined> | undefined
  return {
    ...empty,
    primaryName: async () => {
      primary ??= registry.primaryOf({ address, coinType })
      return (await primary)?.name
    },
  }
}

function recordsOf(registry: NameRegistry, name: string): NameRecords {
  const addresses = new Map<number, Promise<EvmAddress | undefined>>()
  let read: Promise<Name | undefined> | undefined
  return {
    ...empty,
    addressOf: async (asked) => {
      const coinType = readNamedCoinType(asked)
      if (coinType === undefined) return undefined
      const found = addresses.get(coinType) ?? registry.addressOf({ name, coinType })
      addresses.set(coinType, found)
      return found
    },
    textOf: async (key) => {
      read ??= registry.read({ name })
      const attributes = (await read)?.attributes
      return attributes && Object.hasOwn(attributes, key) ? attributes[key] : undefined
    },
  }
}

/** `<address>.addr.reverse`, `<address>.<coin type>.reverse` and `<address>.default.reverse`, hexadecimal and in lower case. */
function readReverseName(labels: readonly string[]): { address: EvmAddress; coinType: number | undefined } | undefined {
  const [address = '', kind = '', root] = labels
  if (labels.length !== 3 || root !== 'reverse' || !/^[0-9a-f]{40}$/.test(address)) return undefined
  const asked =
    kind === 'addr'
      ? etherCoinType
      : kind === 'default'
        ? evmCoinTypeFlag
        : /^[1-9a-f][0-9a-f]{0,15}$/.test(kind)
          ? Number.parseInt(kind, 16)
          : undefined
  return asked === undefined ? undefined : { address: `0x${address}`, coinType: readNamedCoinType(asked) }
}

/** Returns the coin type for the registry. The flag alone means every network (ENSIP-19). */
function readNamedCoinType(coinType: number): number | undefined {
  return coinType === evmCoinTypeFlag ? coinType : readCoinType(coinType)?.coinType
}
