import type { Address, Option } from '@solana/kit'
import { AccountState, getMintDecoder, getTokenDecoder } from '@solana-program/token'
import { isTokenProgram, mintSize, tokenAccountSize, tokenProgram } from '../ledger/tokenPrograms.ts'
import { formatAmount } from './formatAmount.ts'
import { readExtensions } from './readExtensions.ts'

/** An account's data as `jsonParsed` gives it. */
export type ParsedAccount = {
  program: string
  parsed: { type: string; info: Record<string, unknown> }
  space: number
}

/**
 * Decodes an account of the token programs; undefined for other accounts. Source: the account decoder of Solana.
 *
 * @param decimalsOf Returns the decimals of a mint.
 */
export function parseAccount({
  account: { programAddress, data },
  decimalsOf,
}: {
  account: { programAddress: string; data: Uint8Array }
  decimalsOf: (mint: Address) => number
}): ParsedAccount | undefined {
  if (!isTokenProgram(programAddress)) return undefined
  const program = programAddress === tokenProgram ? 'spl-token' : 'spl-token-2022'
  const extensions = data.length > tokenAccountSize ? { extensions: readExtensions(data) } : {}
  const isMint = data.length === mintSize || (data.length > tokenAccountSize && data[tokenAccountSize] === 1)
  if (isMint)
    return { program, parsed: { type: 'mint', info: { ...readMint(data), ...extensions } }, space: data.length }
  if (data.length < tokenAccountSize) return undefined
  const info = { ...readTokenAccount({ data, decimalsOf }), ...extensions }
  return { program, parsed: { type: 'account', info }, space: data.length }
}

function readMint(data: Uint8Array): Record<string, unknown> {
  const mint = getMintDecoder().decode(data.subarray(0, mintSize))
  return {
    decimals: mint.decimals,
    freezeAuthority: orNull(mint.freezeAuthority),
    isInitialized: mint.isInitialized,
    mintAuthority: orNull(mint.mintAuthority),
    supply: mint.supply.toString(),
  }
}

const states = {
  [AccountState.Uninitialized]: 'uninitialized',
  [AccountState.Initialized]: 'initialized',
  [AccountState.Frozen]: 'frozen',
}

function readTokenAccount({ data, decimalsOf }: { data: Uint8Array; decimalsOf: (mint: Address) => number }) {
  const token = getTokenDecoder().decode(data.subarray(0, tokenAccountSize))
  const decimals = decimalsOf(token.mint)
  const delegate = orNull(token.delegate)
  const closeAuthority = orNull(token.closeAuthority)
  const reserve = orNull(token.isNative)
  return {
    ...(closeAuthority === null ? {} : { closeAuthority }),
    ...(delegate === null
      ? {}
      : { delegate, delegatedAmount: formatAmount({ amount: token.delegatedAmount, decimals }) }),
    isNative: reserve !== null,
    ...(reserve === null ? {} : { rentExemptReserve: formatAmount({ amount: reserve, decimals }) }),
    mint: token.mint,
    owner: token.owner,
    state: states[token.state],
    tokenAmount: formatAmount({ amount: token.amount, decimals }),
  }
}

function orNull<Value>(option: Option<Value>): Value | null {
  return option.__option === 'Some' ? option.value : null
}
