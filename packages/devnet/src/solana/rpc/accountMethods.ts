import type { Address, EncodedAccount } from '@solana/kit'
import { getMintDecoder, getTokenDecoder } from '@solana-program/token'
import { readDecimals } from '../ledger/readTokenBalances.ts'
import { isTokenProgram, mintSize, token2022Program, tokenAccountSize, tokenProgram } from '../ledger/tokenPrograms.ts'
import { formatAmount } from '../parse/formatAmount.ts'
import { encodeAccount, type PlainAccount } from './encodeAccount.ts'
import type { MethodContext, Methods } from './Method.ts'
import { matchFilters } from './matchFilters.ts'
import { invalidParams } from './RpcError.ts'
import { readAddress, readOptions } from './readParams.ts'

/** Accounts that `getMultipleAccounts` gives at once. */
const mostAccounts = 100

/** Returns the methods for accounts. */
export function accountMethods({ ledger: { svm, clock } }: MethodContext): Methods {
  const inContext = (value: unknown) => ({ context: { slot: clock.slot(), apiVersion: '3.0.0' }, value })
  const decimalsOf = (mint: Address) => readDecimals({ svm, mint })
  const encode = (account: EncodedAccount, options: Record<string, unknown>) =>
    encodeAccount({ account: toPlain(account), options, decimalsOf })
  const read = (address: Address, options: Record<string, unknown>) => {
    const account = svm.getAccount(address)
    // A cluster forgets an account without lamports.
    return account.exists && account.lamports > 0n ? encode(account, options) : null
  }
  const tokenAccounts = (
    matches: (account: { mint: string; owner: string; delegate: string | null }) => boolean,
    programs: readonly Address[],
  ) =>
    programs.flatMap((program) =>
      svm.getProgramAccounts(program).filter((account) => {
        if (account.lamports === 0n || !isTokenAccount(account.data)) return false
        const { mint, owner, delegate } = getTokenDecoder().decode(account.data.slice(0, tokenAccountSize))
        return matches({ mint, owner, delegate: delegate.__option === 'Some' ? delegate.value : null })
      }),
    )
  const tokenAccountsBy = (role: 'owner' | 'delegate', [address, filter, options]: readonly unknown[]) => {
    const wanted = readAddress(address)
    const { mint, programId } = readOptions(filter)
    if (mint === undefined && programId === undefined) throw invalidParams('expected mint or programId')
    const program = programId === undefined ? undefined : readAddress(programId)
    if (program && !isTokenProgram(program)) throw invalidParams('unrecognized Token program id')
    const wantedMint = mint === undefined ? undefined : readAddress(mint)
    const found = tokenAccounts(
      (account) => account[role] === wanted && (!wantedMint || account.mint === wantedMint),
      program ? [program] : [tokenProgram, token2022Program],
    )
    return inContext(
      found.map((account) => ({ pubkey: account.address, account: encode(account, readOptions(options)) })),
    )
  }
  const mintOf = (address: Address) => {
    const account = svm.getAccount(address)
    if (!account.exists || !isTokenProgram(account.programAddress) || account.data.length < mintSize)
      throw invalidParams('could not find mint')
    return getMintDecoder().decode(account.data.slice(0, mintSize))
  }

  return {
    getBalance: ([address]) => inContext(Number(svm.getBalance(readAddress(address)) ?? 0n)),
    getAccountInfo: ([address, options]) => inContext(read(readAddress(address), readOptions(options))),
    getMultipleAccounts([addresses, options]) {
      if (!Array.isArray(addresses)) throw invalidParams('expected a list of public keys')
      if (addresses.length > mostAccounts) throw invalidParams(`Too many inputs provided; max ${mostAccounts}`)
      return inContext(addresses.map((address) => read(readAddress(address), readOptions(options))))
    },
    getProgramAccounts([program, given]) {
      const options = readOptions(given)
      const found = svm
        .getProgramAccounts(readAddress(program))
        .filter(
          (account) => account.lamports > 0n && matchFilters({ data: toPlain(account).data, filters: options.filters }),
        )
        .map((account) => ({ pubkey: account.address, account: encode(account, options) }))
      return options.withContext === true ? inContext(found) : found
    },
    getTokenAccountsByOwner: (params) => tokenAccountsBy('owner', params),
    getTokenAccountsByDelegate: (params) => tokenAccountsBy('delegate', params),
    getTokenAccountBalance([address]) {
      const account = svm.getAccount(readAddress(address))
      if (!account.exists) throw invalidParams('could not find account')
      if (!isTokenProgram(account.programAddress) || !isTokenAccount(account.data))
        throw invalidParams('not a Token account')
      const { mint, amount } = getTokenDecoder().decode(account.data.slice(0, tokenAccountSize))
      return inContext(formatAmount({ amount, decimals: decimalsOf(mint) }))
    },
    getTokenSupply([address]) {
      const { supply, decimals } = mintOf(readAddress(address))
      return inContext(formatAmount({ amount: supply, decimals }))
    },
    getTokenLargestAccounts([address]) {
      const mint = readAddress(address)
      const { decimals } = mintOf(mint)
      const largest = tokenAccounts((account) => account.mint === mint, [tokenProgram, token2022Program])
        .map((account) => ({
          address: account.address,
          amount: getTokenDecoder().decode(account.data.slice(0, tokenAccountSize)).amount,
        }))
        .sort((one, other) => (one.amount < other.amount ? 1 : -1))
        .slice(0, 20)
      return inContext(
        largest.map(({ address: account, amount }) => ({ address: account, ...formatAmount({ amount, decimals }) })),
      )
    },
  }
}

/** A mint with extensions is as long, and marked after a token account's size. */
function isTokenAccount(data: ArrayLike<number>): boolean {
  return data.length === tokenAccountSize || (data.length > tokenAccountSize && data[tokenAccountSize] === 2)
}

function toPlain({ lamports, data, programAddress, executable }: EncodedAccount): PlainAccount {
  return { lamports, data: new Uint8Array(data), programAddress, executable }
}
