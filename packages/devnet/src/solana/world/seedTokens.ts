import { type Address, address, createNoopSigner, type Instruction } from '@solana/kit'
import { getCreateAccountInstruction } from '@solana-program/system'
import {
  AuthorityType,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token'
import type { Ledger } from '../ledger/Ledger.ts'
import { mintSize, token2022Program, tokenProgram } from '../ledger/tokenPrograms.ts'
import type { SolanaToken } from '../Solana.ts'
import { mintSigner, type SolanaWorldAccounts, signerOf } from './accounts.ts'
import type { Seeder } from './createSeeder.ts'
import { metadataAccount } from './metadataAccount.ts'
import {
  feeMintSize,
  initializeMetadataPointer,
  initializeTokenMetadata,
  initializeTransferFee,
  metadataSize,
} from './token2022Instructions.ts'
import { solanaTokens } from './tokens.ts'

/** A mint with the account of each holder. */
export type Holding = { token: SolanaToken; program: Address; accountOf: (owner: string) => Address }

/** Shares of the faucet, each person and the treasury, in whole tokens. */
const shares = {
  usd: { faucet: 1_000_000_000, person: 10_000, treasury: 20_000_000 },
  site: { faucet: 1_000_000_000, person: 50_000, treasury: 50_000_000 },
  'transfer-fee': { faucet: 1_000_000, person: 1_000, treasury: 0 },
  spam: { faucet: 0, person: 777, treasury: 0 },
} as const

/** Creates the mints, and distributes the tokens. */
export async function seedTokens({
  ledger,
  accounts,
  seeder,
}: {
  ledger: Ledger
  accounts: SolanaWorldAccounts
  seeder: Seeder
}): Promise<Map<string, Holding>> {
  const holdings = new Map<string, Holding>()
  let slot = 10
  for (const token of solanaTokens()) {
    const maker = token.kind === 'spam' ? accounts.spammer : accounts.minter
    const program = token.program === 'token' ? tokenProgram : token2022Program
    const [mint, by] = [mintSigner(token.symbol), signerOf(maker)]
    const instructions = createMint({ ledger, token, authority: by.address })
    seeder.run({ slot, signers: [by, mint], instructions })
    if (token.program === 'token') {
      const { name, symbol } = token
      ledger.svm.setAccount(await metadataAccount({ mint: mint.address, authority: by.address, name, symbol }))
    }
    const holders = new Map<string, Address>()
    const [ada] = accounts.people
    const { faucet, treasury, people } = accounts
    for (const owner of token.kind === 'nft' ? (ada ? [ada] : []) : [faucet, ...people, treasury]) {
      const role = owner === faucet ? 'faucet' : owner === treasury ? 'treasury' : 'person'
      const share = token.kind === 'nft' ? 1 : shares[token.kind][role]
      const [account] = await findAssociatedTokenPda({
        ...{ owner: address(owner.address), mint: mint.address, tokenProgram: program },
      })
      holders.set(owner.address, account)
      if (share === 0) continue
      slot += 1
      seeder.run({
        slot,
        signers: [by],
        instructions: [
          getCreateAssociatedTokenIdempotentInstruction({
            payer: createNoopSigner(by.address),
            ...{ ata: account, owner: address(owner.address), mint: mint.address, tokenProgram: program },
          }),
          getMintToInstruction(
            {
              ...{ mint: mint.address, token: account, mintAuthority: createNoopSigner(by.address) },
              amount: BigInt(share) * 10n ** BigInt(token.decimals),
            },
            { programAddress: program },
          ),
        ],
      })
    }
    if (token.kind === 'nft') {
      slot += 1
      seeder.run({ slot, signers: [by], instructions: [endMinting({ mint: mint.address, authority: by.address })] })
    }
    slot += 5
    holdings.set(token.symbol, {
      ...{ token, program },
      accountOf(owner) {
        const account = holders.get(owner)
        if (!account) throw new Error(`${owner} has no account for ${token.symbol}`)
        return account
      },
    })
  }
  return holdings
}

/** Removes the mint authority, so that the supply stays one. */
function endMinting({ mint, authority }: { mint: Address; authority: Address }): Instruction {
  return getSetAuthorityInstruction({
    ...{ owned: mint, owner: createNoopSigner(authority) },
    ...{ authorityType: AuthorityType.MintTokens, newAuthority: null },
  })
}

function createMint({
  ledger,
  token,
  authority,
}: {
  ledger: Ledger
  token: SolanaToken
  authority: Address
}): Instruction[] {
  const mint = address(token.address)
  const { name, symbol, decimals, feeBasisPoints, maximumFee } = token
  const isPlain = token.program === 'token'
  const size = isPlain ? mintSize : feeMintSize
  const paid = isPlain ? size : size + metadataSize({ name, symbol })
  const program = isPlain ? tokenProgram : token2022Program
  return [
    getCreateAccountInstruction({
      ...{ payer: createNoopSigner(authority), newAccount: createNoopSigner(mint), programAddress: program },
      ...{ lamports: ledger.svm.minimumBalanceForRentExemption(BigInt(paid)), space: size },
    }),
    ...(isPlain
      ? []
      : [
          initializeTransferFee({ mint, authority, basisPoints: feeBasisPoints ?? 0, most: BigInt(maximumFee ?? 0) }),
          initializeMetadataPointer({ mint, authority }),
        ]),
    getInitializeMint2Instruction({ mint, decimals, mintAuthority: authority }, { programAddress: program }),
    ...(isPlain ? [] : [initializeTokenMetadata({ mint, authority, name, symbol })]),
  ]
}
