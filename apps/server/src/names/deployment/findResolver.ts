import { latchkeyResolverAbi } from '@latchkey/contracts'
import { type Address, namehash, type PublicClient } from 'viem'
import { createResolverCreation } from './nameCreations.ts'
import { readRegistry } from './readRegistry.ts'

/** A LatchkeyResolver on a chain. */
export type FoundResolver = {
  address: Address
  owner: Address
  /** Gateways, as templates of ERC-3668. */
  urls: readonly string[]
  /** Addresses of the keys whose answers it accepts. */
  signers: readonly Address[]
}

/**
 * Finds the resolver of a zone: the one in the registry, else one that a deployer created without pointing the zone to it.
 *
 * @returns undefined if there is neither
 * @throws Error with a sentence if there is no registry
 */
export async function findResolver({
  reader,
  registry,
  zone,
  deployer,
}: {
  reader: PublicClient
  registry: Address
  zone: string
  deployer?: Address
}): Promise<FoundResolver | undefined> {
  const { resolver } = await readRegistry({ reader, registry, node: namehash(zone) })
  const inUse = resolver && (await readResolver({ reader, address: resolver }))
  if (inUse || !deployer) return inUse
  return readResolver({ reader, address: createResolverCreation({ owner: deployer }).address })
}

/** Reads a resolver. Returns undefined for another contract, or none. */
async function readResolver({
  reader,
  address,
}: {
  reader: PublicClient
  address: Address
}): Promise<FoundResolver | undefined> {
  const of = { address, abi: latchkeyResolverAbi } as const
  if (((await reader.getCode({ address })) ?? '0x') === '0x') return undefined
  try {
    const [owner, urls, signers] = await Promise.all([
      reader.readContract({ ...of, functionName: 'owner' }),
      reader.readContract({ ...of, functionName: 'urls' }),
      reader.readContract({ ...of, functionName: 'signers' }),
    ])
    return { address, owner, urls, signers }
  } catch {
    // The resolver of another zone or server.
    return undefined
  }
}
