import { type Address, isAddressEqual } from 'viem'
import { createSteps, type DeploymentChain } from '../../deployments/createSteps.ts'
import { changeResolver } from './changeResolver.ts'
import { type FoundResolver, findResolver } from './findResolver.ts'
import { makeName } from './makeName.ts'
import { createRegistryCreation, createResolverCreation, createUniversalResolverCreation } from './nameCreations.ts'
import { pointName } from './pointName.ts'

/** Target of a deployment. The deployer owns the created contracts and names. */
export type NameDeployment = DeploymentChain & {
  /** Suffix of the names. */
  zone: string
  /** Registry of the zone: ENS's, or one of ours from an earlier run. */
  registry: Address | undefined
  /** Whether the registry is our own. A missing one is created, with the zone and a universal resolver. */
  isOwnRegistry: boolean
  /** Gateway of the resolver, a template of ERC-3668. */
  gateway: string
  /** Address of the key that signs the gateway's answers. */
  signer: Address
}

/** Addresses of the deployed contracts. */
export type DeployedNames = {
  registry: Address
  resolver: Address
  /** Only with our own registry, because ENS has its own. */
  universalResolver: Address | undefined
  /** Actual or estimated cost in wei. */
  cost: bigint
}

/**
 * Deploys the resolver of a zone on a chain, and points the zone to it. Existing parts stay unchanged, so a second run costs nothing.
 *
 * @throws Error with a sentence if the chain lacks a requirement, or if a transaction fails; completed steps stay
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
      'The chain has no contracts.ensRegistry in the configuration. Add it if the chain has ENS. Otherwise --registry own deploys a registry',
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
