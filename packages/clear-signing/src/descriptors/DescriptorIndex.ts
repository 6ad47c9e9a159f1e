import { keccak256, stringToBytes } from 'viem/utils'
import type { AbiType } from '../abi/AbiType.ts'
import { parseSignature } from '../abi/parseSignature.ts'
import type { Descriptor, Display } from './Descriptor.ts'

/** A possible function of a selector. */
export type KnownFunction = { canonical: string; inputs: readonly AbiType[]; display: Display }

/** Descriptors, indexed for one network. */
export type DescriptorIndex = {
  /** Returns the possible functions of a selector at an address: its own first, then those of standards. */
  functions: (call: { selector: string; to: `0x${string}` | null }) => readonly KnownFunction[]
  /** Returns the display of typed data, by its `encodeType`. */
  type: (data: { encoding: string; verifyingContract: `0x${string}` | null }) => Display | undefined
  /** Returns the name of a contract; undefined if no descriptor has the address. */
  contractName: (address: string) => string | undefined
  /** Whether a descriptor names exactly this address. */
  isListed: (address: string) => boolean
  /** Whether the contract uses an allowance only in calls of its owner. */
  takesFromCallerOnly: (address: string) => boolean
}

type Selectable = { addresses: ReadonlySet<string> | null; entry: KnownFunction }

/** Creates the descriptor index of one network. */
export function createDescriptorIndex({
  descriptors,
  chainId,
}: {
  descriptors: readonly Descriptor[]
  chainId: number
}): DescriptorIndex {
  const names = new Map<string, string>()
  const listed = new Set<string>()
  const routers = new Set<string>()
  const functionLists: { addresses: ReadonlySet<string> | null; functions: NonNullable<Descriptor['functions']> }[] = []
  const byEncoding = new Map<string, { addresses: ReadonlySet<string> | null; display: Display }[]>()

  for (const { name, deployments, takesFromCallerOnly = false, functions = {}, types = {} } of descriptors) {
    const addresses = deployments
      ? new Set(
          deployments
            .filter((deployment) => deployment.chainId === undefined || deployment.chainId === chainId)
            .map(({ address }) => address.toLowerCase()),
        )
      : null
    for (const address of addresses ?? []) {
      listed.add(address)
      if (takesFromCallerOnly) routers.add(address)
      if (name && !names.has(address)) names.set(address, name)
    }
    functionLists.push({ addresses, functions })
    for (const [encoding, display] of Object.entries(types))
      byEncoding.set(encoding, [...(byEncoding.get(encoding) ?? []), { addresses, display }])
  }

  // Built on demand: about a hundred hashes, which messages and typed data do not need.
  let bySelector: ReadonlyMap<string, readonly Selectable[]> | undefined
  const readSelectors = () => {
    const selectors = new Map<string, Selectable[]>()
    for (const { addresses, functions } of functionLists)
      for (const [signature, display] of Object.entries(functions)) {
        const { canonical, inputs } = parseSignature(signature)
        const selector = keccak256(stringToBytes(canonical)).slice(0, 10)
        const entry = { addresses, entry: { canonical, inputs, display } }
        selectors.set(selector, [...(selectors.get(selector) ?? []), entry])
      }
    return selectors
  }

  const own = <Entry extends { addresses: ReadonlySet<string> | null }>(
    entries: readonly Entry[] | undefined,
    address: string | null,
  ) => {
    const wanted = address?.toLowerCase()
    return [
      ...(entries ?? []).filter(({ addresses }) => wanted !== undefined && addresses?.has(wanted)),
      ...(entries ?? []).filter(({ addresses }) => addresses === null),
    ]
  }

  return {
    functions: ({ selector, to }) => {
      bySelector ??= readSelectors()
      return own(bySelector.get(selector.toLowerCase()), to).map(({ entry }) => entry)
    },
    type: ({ encoding, verifyingContract }) => {
      const start = [...byEncoding.keys()].find((key) => key.endsWith('*') && encoding.startsWith(key.slice(0, -1)))
      const entries = byEncoding.get(encoding) ?? (start === undefined ? undefined : byEncoding.get(start))
      return own(entries, verifyingContract)[0]?.display
    },
    contractName: (address) => names.get(address.toLowerCase()),
    isListed: (address) => listed.has(address.toLowerCase()),
    takesFromCallerOnly: (address) => routers.has(address.toLowerCase()),
  }
}
