import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import type { ContractAnswer, ContractRead } from './createContractReader.ts'
import type { ReadPlan } from './runReadPlans.ts'

/** An account and a token. The native token is 0xeeee…eeee. */
export type BalancePair = { token: EvmAddress; account: EvmAddress }

/** A balance from the chain. */
export type ReadBalance = { token: EvmAddress; account: EvmAddress; amount: bigint }

/** balanceOf(address) */
const balanceOf = '0x70a08231'
/** Limit of numeric(78,0) and of every real token. */
const uint256 = 2n ** 256n

/** Plans the reads of many balances. Contracts without an answer are left out. */
export function planBalances(pairs: readonly BalancePair[]): ReadPlan<ReadBalance[]> {
  return {
    reads: pairs.map(
      ({ token, account }): ContractRead =>
        token === nativeEvmAddress
          ? { balanceOf: account }
          : { target: token, data: `${balanceOf}${account.slice(2).padStart(64, '0')}` },
    ),
    take: (answers) =>
      pairs.flatMap(({ token, account }, index) => {
        const amount = readWord(answers[index])
        return amount === undefined ? [] : [{ token, account, amount }]
      }),
  }
}

/** Returns the first word of an answer; undefined if there is none. */
export function readWord(answer: ContractAnswer): bigint | undefined {
  if (answer === undefined || answer.length < 66) return undefined
  const value = BigInt(answer.slice(0, 66))
  return value < uint256 ? value : undefined
}
