import { nameRegistryAbi } from '@latchkey/contracts'
import { type Address, type Hex, type PublicClient, zeroAddress } from 'viem'

/** Entry of a name in a registry. */
export type RegistryEntry = {
  /** Undefined: no owner. */
  owner: Address | undefined
  /** Undefined: no resolver. */
  resolver: Address | undefined
}

/**
 * Reads a name in a registry: ENS's, or one of ours.
 *
 * @throws Error with a sentence if there is no registry
 */
export async function readRegistry({
  reader,
  registry,
  node,
}: {
  reader: PublicClient
  registry: Address
  node: Hex
}): Promise<RegistryEntry> {
  const of = { address: registry, abi: nameRegistryAbi, args: [node] } as const
  try {
    const [owner, resolver] = await Promise.all([
      reader.readContract({ ...of, functionName: 'owner' }),
      reader.readContract({ ...of, functionName: 'resolver' }),
    ])
    return { owner: unlessZero(owner), resolver: unlessZero(resolver) }
  } catch (cause) {
    throw new Error(`There is no name registry at ${registry}`, { cause })
  }
}

function unlessZero(address: Address): Address | undefined {
  return address === zeroAddress ? undefined : address
}
