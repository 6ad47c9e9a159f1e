import type { EvmAddress } from '@latchkey/protocol'
import type { ContractRead } from '../chains/createContractReader.ts'
import { readWord } from '../chains/planBalances.ts'
import type { ReadPlan } from '../chains/runReadPlans.ts'
import { type TransferKind, transferKind } from '../chains/transferKind.ts'
import { readTokenText } from './readTokenText.ts'
import { sanitizeText } from './sanitizeText.ts'
import { type TokenState, tokenState } from './schema.ts'
import { spamFlags } from './spamRules.ts'

/** Description of a token contract, sanitized. */
export type TokenDescription = {
  address: EvmAddress
  kind: TransferKind
  state: TokenState
  flags: number
  name: string | null
  symbol: string | null
  decimals: number | null
  totalSupply: bigint | null
}

/** name(), symbol(), decimals(), totalSupply() */
const selectors = ['0x06fdde03', '0x95d89b41', '0x313ce567', '0x18160ddd'] as const
const supplySelector = selectors[3]

/** Maximum number of characters of a name and of a symbol. */
const textLimits = { name: 64, symbol: 24 } as const

/** Plans the reads of many tokens' descriptions. `listed` has the symbols of the operator's list. */
export function planTokens({
  tokens,
  listed,
}: {
  tokens: readonly { address: EvmAddress; kind: TransferKind }[]
  listed: readonly { address: EvmAddress | null; symbol: string }[]
}): ReadPlan<TokenDescription[]> {
  return {
    reads: tokens.flatMap(({ address }) => selectors.map((data): ContractRead => ({ target: address, data }))),
    take: (answers) =>
      tokens.map(({ address, kind }, index): TokenDescription => {
        const [name, symbol, decimals, totalSupply] = answers.slice(index * selectors.length)
        const clean = (text: string | undefined, maximum: number) =>
          text === undefined ? null : sanitizeText(text, maximum) || null
        const raw = [readTokenText(name), readTokenText(symbol)]
        const description = { name: clean(raw[0], textLimits.name), symbol: clean(raw[1], textLimits.symbol) }
        const digits = kind === transferKind.erc20 ? readWord(decimals) : undefined
        const isAnything = description.name !== null || description.symbol !== null || digits !== undefined
        const others = listed.filter((other) => other.address !== address).map((other) => other.symbol)
        const isListed = listed.some((other) => other.address === address)
        return {
          address,
          kind,
          state: isAnything ? tokenState.read : tokenState.none,
          flags: isListed ? 0 : spamFlags({ ...description, listed: others, raw }),
          ...description,
          // A uint256 has no more digits, so more decimals are meaningless.
          decimals: digits !== undefined && digits <= 77n ? Number(digits) : null,
          totalSupply: readWord(totalSupply) ?? null,
        }
      }),
  }
}

/** Plans the reads of tokens' supplies. Contracts without an answer are left out. */
export function planSupplies(tokens: readonly EvmAddress[]): ReadPlan<{ address: EvmAddress; totalSupply: bigint }[]> {
  return {
    reads: tokens.map((target): ContractRead => ({ target, data: supplySelector })),
    take: (answers) =>
      tokens.flatMap((address, index) => {
        const totalSupply = readWord(answers[index])
        return totalSupply === undefined ? [] : [{ address, totalSupply }]
      }),
  }
}
