import { latchkeyResolverAbi } from '@latchkey/contracts'
import { type Address, encodeFunctionData, isAddressEqual } from 'viem'
import { createSteps, type DeploymentChain } from '../../deployments/createSteps.ts'
import { describeCall } from './describeCall.ts'
import type { FoundResolver } from './findResolver.ts'

/** A change to a resolver. */
export type ResolverChange =
  | { type: 'addSigner'; signer: Address }
  | { type: 'removeSigner'; signer: Address }
  | { type: 'setUrls'; urls: readonly string[] }

/** Gas of each change, used if it cannot be estimated yet. */
const expectedGas = { addSigner: 110_000n, removeSigner: 60_000n, setUrls: 160_000n } as const

/**
 * Changes the signers or the gateway of a resolver. Skips a change that is already in effect. If the resolver belongs to another owner,
 * prints the call that the owner has to make.
 *
 * @returns the actual or estimated cost in wei
 * @throws Error with a sentence if the transaction fails
 */
export async function changeResolver({
  resolver,
  change,
  ...chain
}: DeploymentChain & { resolver: FoundResolver; change: ResolverChange }): Promise<bigint> {
  const { deployer, say } = chain
  const { what, isDone, argument } = describe(resolver, change)
  if (isDone) {
    say(`${what}: is so already`)
    return 0n
  }
  const call = { to: resolver.address, abi: latchkeyResolverAbi, functionName: change.type, args: [argument] } as const
  if (!isAddressEqual(resolver.owner, deployer.address)) {
    say(`${what}: only ${resolver.owner} can, who owns the resolver, by this call:`)
    for (const line of describeCall(call)) say(line)
    return 0n
  }
  const data = encodeFunctionData({ ...call, args: [argument] } as Parameters<typeof encodeFunctionData>[0])
  return createSteps(chain).send({ what, to: call.to, data, expectedGas: expectedGas[change.type] })
}

function describe({ urls, signers }: FoundResolver, change: ResolverChange) {
  if (change.type === 'setUrls') {
    const isDone = urls.length === change.urls.length && urls.every((url, index) => url === change.urls[index])
    return { what: `Gateway ${change.urls.join(', ')}`, isDone, argument: change.urls }
  }
  const { signer, type } = change
  const counts = signers.some((one) => isAddressEqual(one, signer))
  return type === 'addSigner'
    ? { what: `Signer ${signer} counts`, isDone: counts, argument: signer }
    : { what: `Signer ${signer} counts no more`, isDone: !counts, argument: signer }
}
