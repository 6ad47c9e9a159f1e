import type { ChainId, EvmAddress } from '@latchkey/protocol'
import { type Grant, periodOf, sessionsAbi, smartAccountContracts } from '@latchkey/smart-account'
import { encodeFunctionData } from 'viem'
import { type ContractRead, createContractReader } from '../chains/createContractReader.ts'
import { findEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'

/** A session to be looked up on its chain. */
export type SessionKey = { account: EvmAddress; id: number; grant: Grant }

/** What the chain says of a session. */
export type ChainSession = {
  /** The hash of its rules; 0: never granted; 1: revoked. */
  status: `0x${string}`
  /** Base units that were used of each allowance in the period of `at`, in the grant's order. */
  spent: bigint[]
}

/** What `statusOf` says of a session that is over. */
export const revokedStatus = `0x${'00'.repeat(31)}01`

const target = smartAccountContracts.sessions as EvmAddress

/**
 * Asks a chain for sessions, all in one call of Multicall3.
 *
 * @param options.at Unix seconds: whose period of each allowance is meant
 * @returns in their order
 * @throws LatchkeyError `upstream_unavailable`; Error when the module does not answer
 */
export async function readChainSessions({
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
  sessions: readonly SessionKey[]
  at: number
  signal?: AbortSignal
}): Promise<ChainSession[]> {
  const chain = findEvmChain(config.chains, chainId)
  const multicall3 = (chain?.contracts.multicall3 ?? '').toLowerCase() as EvmAddress
  const reader = createContractReader({ rpc, chainId, multicall3 })
  const reads = sessions.map((session) => readsOf(session, at))
  const answers = await reader.read({ reads: reads.flat(), signal })
  let place = 0
  return reads.map((own): ChainSession => {
    const [status, ...spent] = answers.slice(place, place + own.length)
    place += own.length
    if (!isWord(status) || !spent.every(isWord)) throw new Error(`The module of sessions does not answer on ${chainId}`)
    return { status, spent: spent.map((word) => BigInt(word)) }
  })
}

function readsOf({ account, id, grant }: SessionKey, at: number): ContractRead[] {
  const statusOf = encodeFunctionData({ abi: sessionsAbi, functionName: 'statusOf', args: [account, id] })
  const spentOf = grant.allowances.map((allowance, index) => {
    // Before the first period nothing was used, and nothing can be asked but the first.
    const period = periodOf({ allowance, at })?.index ?? 0n
    const args = [account, id, BigInt(index), period] as const
    return encodeFunctionData({ abi: sessionsAbi, functionName: 'spentOf', args })
  })
  return [statusOf, ...spentOf].map((data) => ({ target, data }))
}

function isWord(answer: `0x${string}` | undefined): answer is `0x${string}` {
  return answer !== undefined && answer.length === 66
}
