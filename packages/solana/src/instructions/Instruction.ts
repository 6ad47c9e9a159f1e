import type { TokenProgram } from '../address/programs.ts'
import type { AccountKey, AccountMeta } from '../transaction/Transaction.ts'

/** Instruction of the system program. Lamports and bytes. */
export type SystemInstruction =
  | { type: 'createAccount'; from: AccountKey; account: AccountKey; lamports: bigint; space: bigint; owner: string }
  /** As `createAccount`, but the account may already have lamports. */
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

/** Authority over a mint or a token account that is transferred; the number if it is not known here. */
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
 * Instruction of SPL Token or Token-2022. Amounts are base units. `authority` must sign it. For a multisig, `authority` is that
 * account, and its signers are the accounts after it.
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
  /** The mint is not in the instruction: it is that of both accounts. */
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
  /** Token-2022 only. `fee` is withheld from `amount`. */
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
  /** `mint` and `decimals` only if the instruction contains them (ApproveChecked). */
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
      /** Undefined: the authority is removed permanently. */
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
  /** Its lamports, for wrapped SOL all of them, go to `destination`. */
  | { type: 'closeAccount'; account: AccountKey; destination: AccountKey; authority: AccountKey }
  | { type: 'freezeAccount' | 'thawAccount'; account: AccountKey; mint: AccountKey; authority: AccountKey }
  | { type: 'syncNative'; account: AccountKey }
  /** Lamports beyond the rent of a mint or an account, or those that back wrapped SOL. */
  | {
      type: 'withdrawExcessLamports' | 'unwrapLamports'
      account: AccountKey
      destination: AccountKey
      authority: AccountKey
      /** Undefined: all. */
      amount: bigint | undefined
    }
  /** Queries, which change nothing. */
  | { type: 'query'; name: 'getAccountDataSize' | 'amountToUiAmount' | 'uiAmountToAmount'; mint: AccountKey }
  /** Several instructions of the token program in one. */
  | { type: 'batch'; instructions: readonly Instruction[] }
  /** An instruction of a Token-2022 extension that is not parsed further; `number` is its first byte, `step` its second. */
  | { type: 'extension'; name: string; number: number; step: number | undefined }

/** Instruction of the associated token program. */
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

/** Instruction of the compute budget program. `price`: millionths of a lamport for each unit. */
export type ComputeBudgetInstruction =
  | { type: 'setComputeUnitLimit'; units: number }
  | { type: 'setComputeUnitPrice'; price: bigint }
  | { type: 'requestHeapFrame'; bytes: number }
  | { type: 'setLoadedAccountsDataSizeLimit'; bytes: number }

/**
 * An instruction: its program, accounts and data, and its meaning if the program is known. Bytes after those that a program reads are
 * accepted here, as they are there. Compare `data` if an instruction must match exactly.
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
