import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import type { ContractAnswer, ContractRead } from './readContracts.ts'
import type { ReadPlan } from './readPlan.ts'
import { pairKey, type ReadBalance } from './writeRange.ts'

/** An account and a token, the native coin being 0xeeee…eeee. */
export type BalancePair = { token: EvmAddress; account: EvmAddress }

/** balanceOf(address) */
const balanceOf = '0x70a08231'
/** What numeric(78,0) and every real token hold. */
const uint256 = 2n ** 256n

/** The reads of many balances, and what they say: amounts, and the pairs whose contract does not tell. */
export function planBalances(
  pairs: readonly BalancePair[],
): ReadPlan<{ read: ReadBalance[]; refused: Set<string>; refusedPairs: BalancePair[] }> {
  return {
    reads: pairs.map(
      ({ token, account }): ContractRead =>
        token === nativeEvmAddress
          ? { balanceOf: account }
          : { target: token, data: `${balanceOf}${account.slice(2).padStart(64, '0')}` },
    ),
    take: (answers) => {
      const read: ReadBalance[] = []
      const refused = new Set<string>()
      const refusedPairs: BalancePair[] = []
      pairs.forEach(({ token, account }, index) => {
        const amount = readWord(answers[index])
        if (amount === undefined) {
          refused.add(pairKey(token, account))
          refusedPairs.push({ token, account })
        } else read.push({ token, account, amount })
      })
      return { read, refused, refusedPairs }
    },
  }
}

/** The first word of an answer; undefined when there is none. */
export function readWord(answer: ContractAnswer): bigint | undefined {
  if (answer === undefined || answer.length < 66) return undefined
  const value = BigInt(answer.slice(0, 66))
  return value < uint256 ? value : undefined
}
