import type { EvmAddress } from '@latchkey/protocol'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { readWord } from '../../chains/planBalances.ts'
import type { Hex } from '../../chains/rpcTypes.ts'
import type { RpcOutcome } from '../../rpc/RpcService.ts'
import { afterTransferFee } from './afterTransferFee.ts'

/** Fees that a token keeps of a transfer into (`from`) and out of (`to`) a pool, in millionths, or `unmeasurable`. */
export type MeasuredFees = { from: number; to: number } | 'unmeasurable'

const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
])

/** Receivers in the simulation: accounts without a known key. */
const probe: EvmAddress = '0x7e57000000000000000000000000000000c0ffee'
const stranger: EvmAddress = '0x7e57000000000000000000000000000000decade'
const whole = 1_000_000n

type Call = { from?: EvmAddress; to: EvmAddress; data: Hex }
type CallAnswer = { status?: unknown; returnData?: unknown }

/**
 * Plans the calls whose simulation shows the transfer fees of a token. The token moves from a pool to an account, from there
 * to another account, and through the router back into the pool. The transfers out of and into the pool run twice, with amounts
 * that round differently. The balances are read in between.
 *
 * @param options.holding base units that the pool has
 * @returns undefined if the pool holds too little for a measurement
 */
export function planTransferFee({
  token,
  pool,
  router,
  holding,
}: {
  token: EvmAddress
  pool: EvmAddress
  router: EvmAddress
  holding: bigint
}): { params: readonly unknown[]; take: (outcome: RpcOutcome) => MeasuredFees } | undefined {
  const amounts = testAmounts(holding)
  if (!amounts) return undefined
  const calls = amounts.flatMap((amount): Call[] => [
    balanceOf(token, probe),
    { from: pool, to: token, data: encodeFunctionData({ abi, functionName: 'transfer', args: [probe, amount] }) },
    balanceOf(token, probe),
  ])
  const [first, second] = amounts
  // From one account to another: a token may charge this differently, and the router pays its collected tokens to the account
  // this way.
  const across = second / 20n
  const move = encodeFunctionData({ abi, functionName: 'transfer', args: [stranger, across] })
  calls.push(balanceOf(token, stranger), { from: probe, to: token, data: move }, balanceOf(token, stranger))
  // Small enough to be available even if the token kept most of it on the way out.
  const back = [first / 20n, second / 20n + 1n] as const
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [router, first + second] })
  calls.push({ from: probe, to: token, data: approve })
  for (const amount of back) {
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args: [probe, pool, amount] })
    calls.push(balanceOf(token, pool), { from: router, to: token, data }, balanceOf(token, pool))
  }
  return {
    params: [{ blockStateCalls: [{ calls }], validation: false }, 'latest'],
    take: (outcome) => {
      const answers = readAnswers(outcome, calls.length)
      if (!answers) return 'unmeasurable'
      const arrived = (index: number) => {
        const before = readWord(answers[index])
        const after = readWord(answers[index + 2])
        return before === undefined || after === undefined ? undefined : after - before
      }
      const to = feeOf([
        { sent: first, received: arrived(0) },
        { sent: second, received: arrived(3) },
      ])
      const from = feeOf([
        { sent: back[0], received: arrived(10) },
        { sent: back[1], received: arrived(13) },
      ])
      if (from === undefined || to === undefined) return 'unmeasurable'
      return to === 0 && arrived(6) !== across ? 'unmeasurable' : { from, to }
    },
  }
}

function balanceOf(token: EvmAddress, account: EvmAddress): Call {
  return { to: token, data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] }) }
}

/** Returns one percent of the pool's balance, in whole millions if possible, and an odd part of it. */
function testAmounts(holding: bigint): readonly [bigint, bigint] | undefined {
  const share = holding / 100n
  const large = share >= whole ? share - (share % whole) : holding / 4n
  const small = large / 3n + 7n
  return large >= 1_000n && large + small < holding ? [large, small] : undefined
}

/** @returns undefined if no share, rounded down, explains the amounts that arrived */
function feeOf(moves: readonly { sent: bigint; received: bigint | undefined }[]): number | undefined {
  const [first] = moves
  if (!first || first.sent <= 0n || first.received === undefined) return undefined
  const kept = first.sent - first.received
  if (kept < 0n || kept >= first.sent) return undefined
  // Find the nearest integer millionth that keeps as much. Shares are hundredths of a percent, so a round number is likely.
  const least = (kept * whole + first.sent - 1n) / first.sent
  const candidates = [least, roundUpTo(least, 10n), roundUpTo(least, 100n), roundUpTo(least, 1000n)]
  const fits = candidates.find((fee) =>
    moves.every(({ sent, received }) => received === afterTransferFee({ amount: sent, fee: Number(fee) })),
  )
  return fits === undefined ? undefined : Number(fits)
}

function roundUpTo(value: bigint, step: bigint): bigint {
  return ((value + step - 1n) / step) * step
}

/** @returns the answers of all calls; undefined if one failed or the node did not simulate */
function readAnswers(outcome: RpcOutcome, count: number): Hex[] | undefined {
  const block = 'result' in outcome && Array.isArray(outcome.result) ? outcome.result[0] : undefined
  const calls: unknown = typeof block === 'object' && block !== null && 'calls' in block ? block.calls : undefined
  if (!Array.isArray(calls) || calls.length !== count) return undefined
  const answers = (calls as CallAnswer[]).map(({ status, returnData }) => {
    if (status !== '0x1' || typeof returnData !== 'string' || !returnData.startsWith('0x')) return undefined
    return returnData as Hex
  })
  return answers.every((answer) => answer !== undefined) ? answers : undefined
}
