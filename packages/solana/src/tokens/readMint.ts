import { LatchkeyError } from '@latchkey/protocol'
import { isTokenProgram, programs } from '../address/programs.ts'
import { type ByteReader, malformed, readBytes } from '../bytes/readBytes.ts'
import type { Mint, TokenAccount } from './Mint.ts'
import { readAccountExtensions, readMintExtensions } from './readExtensions.ts'

/** An account as nodes return it. */
export type ChainAccount = {
  /** The program that owns the account. */
  owner: string
  data: Uint8Array
}

/** Sizes of a mint, a token account and a multisig. Source: `Pack::LEN` of spl-token-interface. */
const sizes = { mint: 82, account: 165, multisig: 355 }

/**
 * Parses a mint of SPL Token or Token-2022; undefined for any other account. Source: `Mint` of spl-token-interface, and the extensions
 * of spl-token-2022-interface.
 *
 * @example readMint({ owner: programs.token, data })?.decimals // 6
 */
export function readMint({ owner: program, data }: ChainAccount): Mint | undefined {
  if (!isTokenProgram(program) || !fits({ program, data, size: sizes.mint })) return undefined
  return orUndefined(() => {
    const reader = readBytes(data)
    const mintAuthority = readOption(reader)
    const [supply, decimals] = [reader.u64(), reader.u8()]
    if (reader.u8() !== 1) throw malformed('The mint is not initialized')
    return {
      program,
      supply,
      decimals,
      mintAuthority,
      freezeAuthority: readOption(reader),
      extensions: readMintExtensions(data),
    }
  })
}

/**
 * Parses a token account of SPL Token or Token-2022; undefined for any other account. Source: `Account` of spl-token-interface.
 *
 * @example readTokenAccount({ owner: programs.token, data })?.amount
 */
export function readTokenAccount({ owner: program, data }: ChainAccount): TokenAccount | undefined {
  if (!isTokenProgram(program) || !fits({ program, data, size: sizes.account })) return undefined
  return orUndefined(() => {
    const reader = readBytes(data)
    const [mint, owner, amount, delegate] = [reader.address(), reader.address(), reader.u64(), readOption(reader)]
    const state = ([undefined, 'initialized', 'frozen'] as const)[reader.u8()]
    if (state === undefined) throw malformed('The account is not initialized')
    const isNative = reader.u32() === 1
    const reserve = reader.u64()
    const delegatedAmount = reader.u64()
    return {
      program,
      mint,
      owner,
      amount,
      delegate,
      delegatedAmount,
      state,
      nativeReserve: isNative ? reserve : undefined,
      closeAuthority: readOption(reader),
      extensions: readAccountExtensions(data),
    }
  })
}

/** Exactly this length, or with extensions after the longer of both; never as long as a multisig. */
function fits({ program, data, size }: { program: string; data: Uint8Array; size: number }): boolean {
  if (data.length === size) return true
  return program === programs.token2022 && data.length > sizes.account + 1 && data.length !== sizes.multisig
}

/** An address after four bytes that flag its presence. */
function readOption(reader: ByteReader): string | undefined {
  const isThere = reader.u32() === 1
  const address = reader.address()
  return isThere ? address : undefined
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof LatchkeyError) return undefined
    throw error
  }
}
