import { latchkeyResolverAbi } from '@latchkey/contracts'
import { ServiceError } from '@latchkey/protocol/errors'
import { createPublicClient, createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { waitForReceipt } from '../anvil/waitForReceipt.ts'
import type { DevnetChain } from '../Devnet.ts'
import { nativeCurrency } from '../world/chains.ts'
import type { World } from '../world/World.ts'

/**
 * Sets the gateway of the local names' resolver. The operator pays for the transaction. If the chain has this gateway, it sends none.
 *
 * @param options.url a template of ERC-3668
 * @throws LatchkeyError `devnet_failed` when the chain refuses
 */
export async function setNameGateway({
  chain: { id, name, rpcUrl },
  world,
  url,
}: {
  chain: DevnetChain
  world: Pick<World, 'accounts' | 'names'>
  url: string
}): Promise<void> {
  const chain = defineChain({ id, name, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
  const resolver = { address: world.names.resolver, abi: latchkeyResolverAbi } as const
  const reader = createPublicClient({ chain, transport: http() })
  const urls = await reader.readContract({ ...resolver, functionName: 'urls' })
  if (urls.length === 1 && urls[0] === url) return
  const account = privateKeyToAccount(world.accounts.operator.privateKey)
  const sender = createWalletClient({ chain, transport: http(), account })
  const hash = await sender.writeContract({ ...resolver, functionName: 'setUrls', args: [[url]] })
  const { status } = await waitForReceipt({ client: reader, hash })
  if (status !== 'success') throw new ServiceError('devnet_failed', { message: 'The names have no gateway' })
}
