import { type Address, isAddressEqual } from 'viem'
import { createSteps, type DeploymentChain } from '../../deployments/createSteps.ts'
import { changeResolver } from './changeResolver.ts'
import { type FoundResolver, findResolver } from './findResolver.ts'
import { makeName } from './makeName.ts'
import { createRegistryCreation, createResolverCreation, createUniversalResolverCreation } from './nameCreations.ts'
import { pointName } from './pointName.ts'

/** What is to be there. The deployer owns what is made. */
export type NameDeployment = DeploymentChain & {
  /** What the names end in. */
  zone: string
  /** The registry that the zone is in: ENS's, or one of ours that was made before. */
  registry: Address | undefined
  /** Whether the registry is our own: then it is made where there is none, with the zone and what resolves its names. */
  isOwnRegistry: boolean
  /** Where the resolver asks, a template of ERC-3668. */
  gateway: string
  /** Signs what it is answered. */
  signer: Address
}

/** Where everything is. */
export type DeployedNames = {
  registry: Address
  resolver: Address
  /** With a registry of our own alone: ENS has its own. */
  universalResolver: Address | undefined
  /** Wei that it did cost, or would. */
  cost: bigint
}

/**
 * Puts the resolver of a zone on a chain, and the zone under it. Whatever is there already stays as it is: doing it again costs nothing.
 *
 * @throws Error with a sentence when the chain lacks something, or a transaction fails; what was done until then stays
 */
export async function deployNames({
  zone,
  registry: known,
  isOwnRegistry,
  gateway,
  signer,
  ...chain
}: NameDeployment): Promise<DeployedNames> {
  const { reader, deployer, say } = chain
  const { isThere, make } = createSteps(chain)
  const owner = deployer.address
  let cost = 0n

  if (!known && !isOwnRegistry) {
    throw new Error(
      'The chain has no contracts.ensRegistry in the configuration. Add it where the chain has ENS; elsewhere --registry own makes a registry',
    )
  }
  const ownRegistry = createRegistryCreation({ owner })
  const registry = known ?? ownRegistry.address
  if (!known) cost += await make(ownRegistry)
  const universalResolver = isOwnRegistry ? createUniversalResolverCreation({ registry }) : undefined
  if (universalResolver) cost += await make(universalResolver)

  const creation = createResolverCreation({ owner })
  const found = (await isThere(registry)) ? await findResolver({ reader, registry, zone, deployer: owner }) : undefined
  if (found) say(`${creation.name}: is at ${found.address}`)
  else cost += await make(creation)
  const made: FoundResolver = { address: creation.address, owner, urls: [], signers: [] }
  const resolver = found ?? made
  const change = (one: Parameters<typeof changeResolver>[0]['change']) =>
    changeResolver({ resolver, change: one, ...chain })
  if (resolver.urls.length === 0 || resolver.urls.includes(gateway))
    cost += await change({ type: 'setUrls', urls: resolver.urls.length === 0 ? [gateway] : resolver.urls })
  else say(`Gateway: stays ${resolver.urls.join(', ')}; names -- gateway ${gateway} changes it`)
  cost += await change({ type: 'addSigner', signer })
  const others = resolver.signers.filter((one) => !isAddressEqual(one, signer))
  if (others.length > 0) say(`Signers: ${others.join(', ')} count too; names -- signer remove takes one out`)

  const place = { registry, resolver: resolver.address, ...chain }
  if (isOwnRegistry) for (const name of [zone, 'reverse']) cost += await makeName({ name, ...place })
  else cost += await pointName({ name: zone, ...place })
  return { registry, resolver: resolver.address, universalResolver: universalResolver?.address, cost }
}
