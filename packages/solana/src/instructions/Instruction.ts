import type { TokenProgram } from '../address/programs.ts'
import type { AccountKey, AccountMeta } from '../transaction/Transaction.ts'

/** What an instruction of the system program does. Lamports and bytes. */
export type SystemInstruction =
  | { type: 'createAccount'; from: AccountKey; account: AccountKey; lamports: bigint; space: bigint; owner: string }
  /** As `createAccount`, where the account may have lamports already. */
  | {
      type: 'createAccountAllowPrefund'
      from: AccountKey | undefined
      account: AccountKey
      lamports: bigint
      space: bigint
      owner: string
    }
  | { type: 'assign'; account: AccountKey; owner: string }
  | { type: 'transfer'; from: AccountKey; to: AccountKey; lamports: bigint }
  | {
      type: 'createAccountWithSeed'
      from: AccountKey
      account: AccountKey
      base: string
      seed: string
      lamports: bigint
      space: bigint
      owner: string
    }
  | { type: 'advanceNonce'; nonceAccount: AccountKey; authority: AccountKey }
  | {
      type: 'withdrawNonce'
      nonceAccount: AccountKey
      to: AccountKey
      authority: AccountKey
      lamports: bigint
    }
  | { type: 'initializeNonce'; nonceAccount: AccountKey; authority: string }
  | { type: 'authorizeNonce'; nonceAccount: AccountKey; authority: AccountKey; newAuthority: string }
  | { type: 'upgradeNonce'; nonceAccount: AccountKey }
  | { type: 'allocate'; account: AccountKey; space: bigint }
  | { type: 'allocateWithSeed'; account: AccountKey; base: string; seed: string; space: bigint; owner: string }
  | { type: 'assignWithSeed'; account: AccountKey; base: string; seed: string; owner: string }
  | {
      type: 'transferWithSeed'
      from: AccountKey
      base: AccountKey
      to: AccountKey
      lamports: bigint
      seed: string
      owner: string
    }

/** Which power over a mint or a token account is handed over; the number where it is none that is known here. */
export type TokenAuthority =
  | 'mintTokens'
  | 'freezeAccount'
  | 'accountOwner'
  | 'closeAccount'
  | 'transferFeeConfig'
  | 'withheldWithdraw'
  | 'closeMint'
  | 'interestRate'
  | 'permanentDelegate'
  | 'confidentialTransferMint'
  | 'transferHookProgramId'
  | 'confidentialTransferFeeConfig'
  | 'metadataPointer'
  | 'groupPointer'
  | 'groupMemberPointer'
  | 'scaledUiAmount'
  | 'pause'
  | 'permissionedBurn'
  | number

/**
 * What an instruction of SPL Token or Token-2022 does. Amounts are base units. `authority` is who has to sign for it: with a
 * multisig that account, and its signers are the accounts behind it.
 */
export type TokenInstruction =
  | {
      type: 'initializeMint'
      mint: AccountKey
      decimals: number
      mintAuthority: string
      freezeAuthority: string | undefined
    }
  | { type: 'initializeAccount'; account: AccountKey; mint: AccountKey; owner: AccountKey }
  | { type: 'initializeMultisig'; multisig: AccountKey; required: number; signers: readonly AccountKey[] }
  | { type: 'initializeImmutableOwner'; account: AccountKey }
  /** The mint is not said: it is that of both accounts. */
  | { type: 'transfer'; source: AccountKey; destination: AccountKey; authority: AccountKey; amount: bigint }
  | {
      type: 'transferChecked'
      source: AccountKey
      mint: AccountKey
      destination: AccountKey
      authority: AccountKey
      amount: bigint
      decimals: number
    }
  /** Token-2022 alone. `fee` is what is withheld of `amount` on the way. */
  | {
      type: 'transferCheckedWithFee'
      source: AccountKey
      mint: AccountKey
      destination: AccountKey
      authority: AccountKey
      amount: bigint
      decimals: number
      fee: bigint
    }
  /** `mint` and `decimals` where the instruction says them (ApproveChecked). */
  | {
      type: 'approve'
      source: AccountKey
      mint: AccountKey | undefined
      delegate: AccountKey
      authority: AccountKey
      amount: bigint
      decimals: number | undefined
    }
  | { type: 'revoke'; source: AccountKey; authority: AccountKey }
  | {
      type: 'setAuthority'
      /** A mint or a token account. */
      account: AccountKey
      authority: AccountKey
      power: TokenAuthority
      /** Undefined: nobody has it from then on. */
      newAuthority: string | undefined
    }
  | {
      type: 'mintTo'
      mint: AccountKey
      account: AccountKey
      authority: AccountKey
      amount: bigint
      decimals: number | undefined
    }
  | {
      type: 'burn'
      account: AccountKey
      mint: AccountKey
      authority: AccountKey
      amount: bigint
      decimals: number | undefined
    }
  /** Its lamports, and with wrapped SOL all of them, go to `destination`. */
  | { type: 'closeAccount'; account: AccountKey; destination: AccountKey; authority: AccountKey }
  | { type: 'freezeAccount' | 'thawAccount'; account: AccountKey; mint: AccountKey; authority: AccountKey }
  | { type: 'syncNative'; account: AccountKey }
  /** Lamports beyond the rent of a mint or an account, or those that wrapped SOL stands for. */
  | {
      type: 'withdrawExcessLamports' | 'unwrapLamports'
      account: AccountKey
      destination: AccountKey
      authority: AccountKey
      /** Undefined: all. */
      amount: bigint | undefined
    }
  /** Questions that change nothing. */
  | { type: 'query'; name: 'getAccountDataSize' | 'amountToUiAmount' | 'uiAmountToAmount'; mint: AccountKey }
  /** Several instructions of the token program in one. */
  | { type: 'batch'; instructions: readonly Instruction[] }
  /** An instruction of an extension of Token-2022 that is not read further; `number` is its first byte, `step` its second. */
  | { type: 'extension'; name: string; number: number; step: number | undefined }

/** What an instruction of the associated token program does. */
export type AssociatedTokenInstruction =
  | {
      type: 'create' | 'createIdempotent'
      payer: AccountKey
      account: AccountKey
      owner: AccountKey
      mint: AccountKey
      tokenProgram: AccountKey
    }
  | { type: 'recoverNested'; nested: AccountKey; nestedMint: AccountKey; destination: AccountKey; owner: AccountKey }

/** What an instruction of the compute budget program does. `price`: millionths of a lamport for a unit. */
export type ComputeBudgetInstruction =
  | { type: 'setComputeUnitLimit'; units: number }
  | { type: 'setComputeUnitPrice'; price: bigint }
  | { type: 'requestHeapFrame'; bytes: number }
  | { type: 'setLoadedAccountsDataSizeLimit'; bytes: number }

/**
 * An instruction: what it calls, with what, and what that means where its program is known. Bytes behind those that a program reads
 * are not refused here, as they are not there: compare `data` where an instruction must be exactly so.
 */
export type Instruction = {
  programAddress: string
  accounts: readonly AccountMeta[]
  data: Uint8Array
} & (
  | ({ program: 'system' } & SystemInstruction)
  | ({ program: 'token'; programAddress: TokenProgram } & TokenInstruction)
  | ({ program: 'associatedToken' } & AssociatedTokenInstruction)
  | ({ program: 'computeBudget' } & ComputeBudgetInstruction)
  | { program: 'memo'; type: 'memo'; text: string }
  | { program: 'unknown'; type: 'unknown' }
)
