import { nameRegistryAbi } from '@latchkey/contracts'
import { type Address, encodeFunctionData, type Hex, isAddressEqual, namehash, type PublicClient, parseAbi } from 'viem'
import { createSteps, type DeploymentChain } from '../../deployments/createSteps.ts'
import { describeCall } from './describeCall.ts'
import { readRegistry } from './readRegistry.ts'

/** What ENS's NameWrapper says of the names that it holds. Source: docs.ens.domains, Name Wrapper. */
const wrapperAbi = parseAbi([
  'function isWrapped(bytes32 node) view returns (bool)',
  'function ownerOf(uint256 id) view returns (address)',
])

/**
 * Has a resolver answer for a name, where the deployer may: as the name's owner, in ENS's NameWrapper too, or as one who acts for them. Else it
 * says exactly what the owner has to call.
 *
 * @returns wei that it did cost, or would
 * @throws Error with a sentence when a transaction fails
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
    say(`${name}: the resolver answers for it already`)
    return 0n
  }
  if (!entry.owner) {
    say(`${name}: nobody owns it in the registry ${registry}; register it, then run this again`)
    return 0n
  }
  const wrapped = await readWrapped({ reader, holder: entry.owner, node })
  // A wrapped name is the wrapper's in the registry: its owner speaks to the wrapper, which has the same function.
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

/** Who owns a name that a wrapper holds; undefined where the holder is none. */
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
