import { nameRegistryAbi } from '@latchkey/contracts'
import { type Address, encodeFunctionData, isAddressEqual, labelhash, namehash } from 'viem'
import { createSteps, type DeploymentChain } from '../../deployments/createSteps.ts'
import { pointName } from './pointName.ts'
import { readRegistry } from './readRegistry.ts'

/** Gas for creating a name in a registry that does not exist yet. */
const expectedGas = 85_000n

/**
 * Creates a name and its parents in our own registry, and sets its resolver. They belong to the deployer, who owns the root. Existing names
 * stay.
 *
 * @returns the actual or estimated cost in wei
 * @throws Error with a sentence if a parent belongs to another owner, or if a transaction fails
 */
export async function makeName({
  name,
  registry,
  resolver,
  ...chain
}: DeploymentChain & { name: string; registry: Address; resolver: Address }): Promise<bigint> {
  const { reader, deployer, isRehearsal } = chain
  const { isThere, send } = createSteps(chain)
  // In a rehearsal the registry may not exist, so there is nothing to read.
  const hasRegistry = await isThere(registry)
  const ownerOf = async (one: string) =>
    hasRegistry ? (await readRegistry({ reader, registry, node: namehash(one) })).owner : undefined

  let cost = 0n
  const labels = name.split('.')
  for (let first = labels.length - 1; first >= 0; first -= 1) {
    const own = labels.slice(first).join('.')
    if (await ownerOf(own)) continue
    const parent = labels.slice(first + 1).join('.')
    const above = await ownerOf(parent)
    if (!isRehearsal && !(above && isAddressEqual(above, deployer.address)))
      throw new Error(`${parent || 'The root'} belongs to ${above ?? 'nobody'}: only its owner can make ${own}`)
    // Set the resolver in the same call for the requested name itself.
    const args = [namehash(parent), labelhash(labels[first] ?? ''), deployer.address] as const
    const data =
      first === 0
        ? encodeFunctionData({
            ...{ abi: nameRegistryAbi, functionName: 'setSubnodeRecord', args: [...args, resolver, 0n] },
          })
        : encodeFunctionData({ abi: nameRegistryAbi, functionName: 'setSubnodeOwner', args })
    const what = first === 0 ? `${own}: the resolver answers for it` : `${own}: made`
    cost += await send({ what, to: registry, data, expectedGas })
    if (first === 0) return cost
  }
  return cost + (await pointName({ name, registry, resolver, ...chain }))
}
