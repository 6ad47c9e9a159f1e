import { latchkeyResolverAbi } from '@latchkey/contracts'
import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { decodeFunctionResult, encodeFunctionData, namehash, zeroAddress } from 'viem'
import type { Hex } from '../chains/rpcTypes.ts'
import { isEvmChain } from '../platform/config/chainConfig.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import { createChainClient } from '../rpc/createChainClient.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { ensRegistryAbi } from './ens/ensAbi.ts'

/**
 * Creates one check per network with a registry of names: the zone must use our resolver, which must accept our key. Only then do other
 * wallets find our names. A zone without a resolver is healthy, because its names serve only this server and its apps.
 *
 * @param options.signer address of the key of `names.signer`
 */
export function createNameChecks({
  rpc,
  chains,
  zone,
  signer,
}: {
  rpc: Pick<RpcService, 'request'>
  chains: ServerConfig['chains']
  zone: string
  signer: EvmAddress
}): HealthCheck[] {
  return chains.filter(isEvmChain).flatMap(({ chainId, contracts: { ensRegistry } }) =>
    ensRegistry === undefined
      ? []
      : {
          name: `names ${chainId}`,
          check: () => checkZone({ rpc, chainId, registry: ensRegistry as EvmAddress, zone, signer }),
        },
  )
}

async function checkZone({
  rpc,
  chainId,
  registry,
  zone,
  signer,
}: {
  rpc: Pick<RpcService, 'request'>
  chainId: ChainId
  registry: EvmAddress
  zone: string
  signer: EvmAddress
}): Promise<void> {
  const data = encodeFunctionData({ abi: ensRegistryAbi, args: [namehash(zone)] })
  const pointed = await rpc.request<Hex>({
    chainId,
    call: { method: 'eth_call', params: [{ to: registry, data }, 'latest'] },
  })
  if (pointed.length !== 66) throw new Error(`There is no name registry at ${registry} on ${chainId}`)
  const resolver = decodeFunctionResult({ abi: ensRegistryAbi, data: pointed })
  if (resolver === zeroAddress) return
  const signers = await createChainClient({ rpc, chainId })
    .readContract({ address: resolver, abi: latchkeyResolverAbi, functionName: 'signers' })
    .catch(() => undefined)
  if (!signers) {
    throw new Error(
      `The resolver of ${zone}, ${resolver}, is not a LatchkeyResolver: other wallets cannot find the names of this server. Deploy one and point the zone to it (docs/operations.md, "Names")`,
    )
  }
  if (!signers.some((one) => one.toLowerCase() === signer.toLowerCase())) {
    throw new Error(
      `The resolver of ${zone}, ${resolver}, accepts signatures of ${signers.join(', ') || 'no one'}, but the key of names.signer is ${signer}: set the key, or add it to the resolver's signers`,
    )
  }
}
