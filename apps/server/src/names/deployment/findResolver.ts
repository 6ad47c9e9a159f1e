import { latchkeyResolverAbi } from '@latchkey/contracts'
import { type Address, namehash, type PublicClient } from 'viem'
import { createResolverCreation } from './nameCreations.ts'
import { readRegistry } from './readRegistry.ts'

/** A LatchkeyResolver on a chain. */
export type FoundResolver = {
  address: Address
  owner: Address
  /** Where it asks, templates of ERC-3668. */
  urls: readonly string[]
  /** The keys whose answers count. */
  signers: readonly Address[]
}

/**
 * Finds the resolver of a zone: the one that the registry names, else the one that a deployer made and nobody pointed the zone to yet.
 *
 * @returns undefined when there is neither
 * @throws Error with a sentence when there is no registry
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

/** Reads a resolver; undefined where something else lies, or nothing. */
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
    // Somebody else's resolver.
    return undefined
  }
}
