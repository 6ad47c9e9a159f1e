import { OperationRefusal, type refusalCodes } from '../OperationRefusal.ts'
import type { ContractError } from './readRevert.ts'

type Kind = keyof typeof refusalCodes
type Words = { kind: Kind; sentence: string }

/** Meanings of the EntryPoint's error codes. Sources: EntryPoint v0.8; the codes of ERC-7769. */
const sentences: Record<string, Words> = {
  AA10: {
    kind: 'rejectedByAccount',
    sentence: 'The account already exists. Leave out the factory',
  },
  AA13: { kind: 'rejectedByAccount', sentence: 'The factory failed to deploy the account, or ran out of gas' },
  AA14: { kind: 'rejectedByAccount', sentence: 'The factory deploys an account other than the operation’s sender' },
  AA15: { kind: 'rejectedByAccount', sentence: 'The factory deployed no account' },
  AA20: { kind: 'rejectedByAccount', sentence: 'The operation’s sender is not deployed' },
  AA21: { kind: 'rejectedByAccount', sentence: 'The account cannot pay the operation’s maximum cost' },
  AA22: { kind: 'outsideTimeRange', sentence: 'The operation has expired, or is not valid yet' },
  AA23: {
    kind: 'rejectedByAccount',
    sentence: 'The account rejected the operation, or ran out of gas during validation',
  },
  AA24: { kind: 'invalidSignature', sentence: 'The account does not accept this signature' },
  AA25: { kind: 'rejectedByAccount', sentence: 'The operation’s nonce is not the account’s next nonce' },
  AA26: { kind: 'rejectedByAccount', sentence: 'The operation’s verificationGasLimit is too low' },
  AA30: { kind: 'rejectedByPaymaster', sentence: 'There is no paymaster at the address' },
  AA31: {
    kind: 'rejectedByPaymaster',
    sentence: 'The paymaster’s deposit is below the operation’s maximum cost',
  },
  AA32: { kind: 'outsideTimeRange', sentence: 'The sponsorship has expired, or is not valid yet' },
  AA33: {
    kind: 'rejectedByPaymaster',
    sentence: 'The paymaster rejected the operation, or ran out of gas during validation',
  },
  AA34: { kind: 'invalidSignature', sentence: 'The paymaster’s signature is wrong' },
  AA36: { kind: 'rejectedByPaymaster', sentence: 'The operation’s paymasterVerificationGasLimit is too low' },
  AA93: { kind: 'invalidParams', sentence: 'The paymaster’s data is malformed' },
  AA94: { kind: 'invalidParams', sentence: 'The operation’s gas limits are too high' },
  AA95: { kind: 'rejectedByAccount', sentence: 'The operation’s gas limits exceed those of a transaction' },
  AA98: { kind: 'invalidParams', sentence: 'The paymaster’s address is not valid' },
  AA99: { kind: 'invalidParams', sentence: 'The factory’s address is malformed' },
}

type ServiceCode = 'session_limit' | 'session_not_granted'

/** Sentences for the errors of our contracts. */
const contractSentences: Record<string, { sentence: string; code?: ServiceCode; kind?: Kind }> = {
  SessionUnknown: {
    sentence: 'This permission is not granted, was revoked, or has different rules',
    code: 'session_not_granted',
  },
  OutsideWindow: { sentence: 'The operation is outside the time range that it claims', kind: 'outsideTimeRange' },
  CallRefused: { sentence: 'This permission does not allow this call', code: 'session_limit' },
  AllowanceMissing: {
    sentence: 'This permission has no spending limit for the token of this call',
    code: 'session_limit',
  },
  AllowanceExceeded: { sentence: 'This is more than the permission’s remaining spending limit', code: 'session_limit' },
  GasRefused: { sentence: 'This permission cannot spend the native token on network costs', code: 'session_limit' },
  UnreadableCalls: { sentence: 'This permission does not allow calls that it cannot decode', code: 'session_limit' },
  AccountCodeRefused: { sentence: 'A permission cannot deploy or change the account', code: 'session_limit' },
  BudgetExceeded: { sentence: 'This is more than the paymaster’s remaining budget' },
  UnreadableData: { sentence: 'The paymaster cannot read its data' },
  ERC20InsufficientBalance: { sentence: 'The account does not have enough of the token' },
  ERC20InsufficientAllowance: { sentence: 'The approved amount of the token is too low' },
}

/**
 * Returns the refusal for an error of the EntryPoint.
 *
 * @param options.reason `AA23 reverted`
 */
export function toRefusal({ reason, inner }: { reason: string; inner?: ContractError | undefined }): OperationRefusal {
  const words = sentences[reason.slice(0, 4)] ?? {
    kind: 'rejectedByAccount',
    sentence: 'The entry point rejected the operation',
  }
  const known = inner?.name === undefined ? undefined : contractSentences[inner.name]
  return new OperationRefusal(
    known?.kind ?? words.kind,
    `${known?.sentence ?? words.sentence} (${reason.slice(0, 100)}${inner ? `: ${inner.words}` : ''})`,
    {
      reason: inner ? `${reason}: ${inner.words}` : reason,
      ...(known?.code ? { code: known.code } : {}),
    },
  )
}

/** Returns the refusal of an operation whose call would revert. */
export function toExecutionRefusal(inner: ContractError | undefined): OperationRefusal {
  const known = inner?.name === undefined ? undefined : contractSentences[inner.name]
  return new OperationRefusal(
    'executionReverted',
    `The operation would fail${known ? `. ${known.sentence}` : inner ? `: ${inner.words}` : ''}`,
    { reason: inner?.words ?? 'execution reverted' },
  )
}
