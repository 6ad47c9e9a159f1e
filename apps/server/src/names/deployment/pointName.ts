import { nameRegistryAbi } from '@latchkey/contracts'
import { type Address, encodeFunctionData, type Hex, isAddressEqual, namehash, type PublicClient, parseAbi } from 'viem'
import { createSteps, type DeploymentChain } from '../../deployments/createSteps.ts'
import { describeCall } from './describeCall.ts'
import { readRegistry } from './readRegistry.ts'

/** ENS's NameWrapper, which holds wrapped names. Source: docs.ens.domains, Name Wrapper. */
const wrapperAbi = parseAbi([
  'function isWrapped(bytes32 node) view returns (bool)',
  'function ownerOf(uint256 id) view returns (address)',
])

/**
 * Sets the resolver of a name if the deployer has the right: as its owner (also in ENS's NameWrapper), or as an operator of the owner. Else
 * prints the call that the owner has to make.
 *
 * @returns the actual or estimated cost in wei
 * @throws Error with a sentence if a transaction fails
 */
export async function pointName({
  name,
  registry,
  resolver,
  ...chain
}: DeploymentChain & { name: string; registry: Address; resolver: Address }): Promise<bigint> {
  const { reader, deployer, say } = chain
  const node = namehash(name)
  const entry = await readRegistry({ reader, registry, node })
  if (entry.resolver && isAddressEqual(entry.resolver, resolver)) {
    say(`${name}: the resolver already answers for it`)
    return 0n
  }
  if (!entry.owner) {
    say(`${name}: it has no owner in the registry ${registry}. Register it, then run this again`)
    return 0n
  }
  const wrapped = await readWrapped({ reader, holder: entry.owner, node })
  // In the registry the wrapper owns a wrapped name. Its owner calls the wrapper, which has the same function.
  const to = wrapped ? entry.owner : registry
  const owner = wrapped?.owner ?? entry.owner
  const call = { to, abi: nameRegistryAbi, functionName: 'setResolver', args: [node, resolver] } as const
  const data = encodeFunctionData(call)
  const may = await reader.call({ account: deployer.address, to, data }).then(
    () => true,
    () => false,
  )
  if (may) return createSteps(chain).send({ what: `${name}: the resolver answers for it`, to, data })

  const place = wrapped ? `, wrapped by ENS's NameWrapper ${entry.owner}` : ''
  say(
    isAddressEqual(owner, deployer.address)
      ? `${name}: its resolver is fixed for good${place} (CANNOT_SET_RESOLVER)`
      : `${name}: belongs to ${owner}${place}, not to ${deployer.address}. Only its owner can have the resolver answer for it, by this call:`,
  )
  if (!isAddressEqual(owner, deployer.address)) for (const line of describeCall(call)) say(line)
  return 0n
}

/** Returns the owner of a wrapped name, or undefined if the holder is not a wrapper. */
async function readWrapped({
  reader,
  holder,
  node,
}: {
  reader: PublicClient
  holder: Address
  node: Hex
}): Promise<{ owner: Address } | undefined> {
  const of = { address: holder, abi: wrapperAbi } as const
  try {
    if (!(await reader.readContract({ ...of, functionName: 'isWrapped', args: [node] }))) return undefined
    return { owner: await reader.readContract({ ...of, functionName: 'ownerOf', args: [BigInt(node)] }) }
  } catch {
    // An account, or another contract.
    return undefined
  }
}
