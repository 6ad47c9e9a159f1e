import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { type Grant, periodOf, sessionsAbi, smartAccountContracts } from '@latchkey/smart-account'
import { encodeFunctionData } from 'viem'
import { type ContractRead, createContractReader } from '../chains/createContractReader.ts'
import { findEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'

/** A permission to read from its chain. */
export type PermissionKey = { account: EvmAddress; id: number; grant: Grant }

/** State of a permission on the chain. */
export type ChainPermission = {
  /** Hash of its rules; 0: never granted; 1: revoked. */
  status: `0x${string}`
  /** Used base units of each allowance in the period of `at`, in the order of the grant. */
  spent: bigint[]
}

/** Value of `statusOf` for a revoked permission. */
export const revokedStatus = `0x${'00'.repeat(31)}01`

const target = smartAccountContracts.sessions as EvmAddress

/**
 * Reads permissions from a chain in a single call of Multicall3.
 *
 * @param options.at Unix seconds; selects the period of each allowance
 * @returns in the order of the keys
 * @throws LatchkeyError `upstream_unavailable`; Error if the module does not answer
 */
export async function readChainPermissions({
  config,
  rpc,
  chainId,
  sessions,
  at,
  signal,
}: {
  config: Context['config']
  rpc: RpcService
  chainId: ChainId
  sessions: readonly PermissionKey[]
  at: number
  signal?: AbortSignal
}): Promise<ChainPermission[]> {
  const chain = findEvmChain(config.chains, chainId)
  const multicall3 = (chain?.contracts.multicall3 ?? '').toLowerCase() as EvmAddress
  const reader = createContractReader({ rpc, chainId, multicall3 })
  const reads = sessions.map((session) => readsOf(session, at))
  const answers = await reader.read({ reads: reads.flat(), signal })
  let place = 0
  return reads.map((own): ChainPermission => {
    const [status, ...spent] = answers.slice(place, place + own.length)
    place += own.length
    if (!isWord(status) || !spent.every(isWord)) throw new Error(`The permission module does not respond on ${chainId}`)
    return { status, spent: spent.map((word) => BigInt(word)) }
  })
}

function readsOf({ account, id, grant }: PermissionKey, at: number): ContractRead[] {
  const statusOf = encodeFunctionData({ abi: sessionsAbi, functionName: 'statusOf', args: [account, id] })
  const spentOf = grant.allowances.map((allowance, index) => {
    // Before the first period, nothing is used. Read the first period then.
    const period = periodOf({ allowance, at })?.index ?? 0n
    const args = [account, id, BigInt(index), period] as const
    return encodeFunctionData({ abi: sessionsAbi, functionName: 'spentOf', args })
  })
  return [statusOf, ...spentOf].map((data) => ({ target, data }))
}

function isWord(answer: `0x${string}` | undefined): answer is `0x${string}` {
  return answer !== undefined && answer.length === 66
}
