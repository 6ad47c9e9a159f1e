import { OperationRefusal, type refusalCodes } from '../OperationRefusal.ts'
import type { ContractError } from './readRevert.ts'

type Kind = keyof typeof refusalCodes
type Words = { kind: Kind; sentence: string }

/** Meanings of the EntryPoint's error codes. Sources: EntryPoint v0.8; the codes of ERC-7769. */
const sentences: Record<string, Words> = {
  AA10: {
    kind: 'rejectedByAccount',
    sentence: 'The account is there already: the operation must come without a factory',
  },
  AA13: { kind: 'rejectedByAccount', sentence: 'The factory does not make the account, or has not enough gas for it' },
  AA14: { kind: 'rejectedByAccount', sentence: 'The factory makes another account than the operation’s sender' },
  AA15: { kind: 'rejectedByAccount', sentence: 'The factory makes no account' },
  AA20: { kind: 'rejectedByAccount', sentence: 'There is no account at the operation’s sender' },
  AA21: { kind: 'rejectedByAccount', sentence: 'The account cannot pay what the operation costs at most' },
  AA22: { kind: 'outsideTimeRange', sentence: 'The operation is over, or its time has not come' },
  AA23: {
    kind: 'rejectedByAccount',
    sentence: 'The account refuses the operation, or has not enough gas to look at it',
  },
  AA24: { kind: 'invalidSignature', sentence: 'The signature is not one that the account accepts' },
  AA25: { kind: 'rejectedByAccount', sentence: 'The operation’s number is not the account’s next one' },
  AA26: { kind: 'rejectedByAccount', sentence: 'The operation’s verificationGasLimit is too low' },
  AA30: { kind: 'rejectedByPaymaster', sentence: 'There is no paymaster at the address' },
  AA31: {
    kind: 'rejectedByPaymaster',
    sentence: 'The paymaster’s deposit is too low for what the operation costs at most',
  },
  AA32: { kind: 'outsideTimeRange', sentence: 'The paymaster’s promise is over, or its time has not come' },
  AA33: {
    kind: 'rejectedByPaymaster',
    sentence: 'The paymaster refuses the operation, or has not enough gas to look at it',
  },
  AA34: { kind: 'invalidSignature', sentence: 'The paymaster’s signature is wrong' },
  AA36: { kind: 'rejectedByPaymaster', sentence: 'The operation’s paymasterVerificationGasLimit is too low' },
  AA93: { kind: 'invalidParams', sentence: 'The paymaster’s data is malformed' },
  AA94: { kind: 'invalidParams', sentence: 'The operation’s gas limits are too high' },
  AA95: { kind: 'rejectedByAccount', sentence: 'The operation’s gas limits are more than a transaction can hold' },
  AA98: { kind: 'invalidParams', sentence: 'The paymaster’s address is none' },
  AA99: { kind: 'invalidParams', sentence: 'The factory’s address is malformed' },
}

type ServiceCode = 'session_limit' | 'session_not_granted'

/** Sentences for the errors of our contracts. */
const contractSentences: Record<string, { sentence: string; code?: ServiceCode; kind?: Kind }> = {
  SessionUnknown: {
    sentence: 'The session is not granted, was revoked, or has other rules',
    code: 'session_not_granted',
  },
  OutsideWindow: { sentence: 'The operation’s time is not in the window that it claims', kind: 'outsideTimeRange' },
  CallRefused: { sentence: 'This permission does not allow this call', code: 'session_limit' },
  AllowanceMissing: { sentence: 'The session has no allowance for what this call moves', code: 'session_limit' },
  AllowanceExceeded: { sentence: 'This is more than what is left of the session’s allowance', code: 'session_limit' },
  GasRefused: { sentence: 'The session may not spend the account’s coin on gas', code: 'session_limit' },
  UnreadableCalls: { sentence: 'The session cannot read this call', code: 'session_limit' },
  AccountCodeRefused: { sentence: 'A session never makes or changes the account', code: 'session_limit' },
  BudgetExceeded: { sentence: 'This is more than what is left of the paymaster’s budget' },
  UnreadableData: { sentence: 'The paymaster cannot read its data' },
  ERC20InsufficientBalance: { sentence: 'The account has not enough of the token' },
  ERC20InsufficientAllowance: { sentence: 'The token’s owner has not allowed that much' },
}

/**
 * Returns the refusal for an error of the EntryPoint.
 *
 * @param options.reason `AA23 reverted`
 */
export function toRefusal({ reason, inner }: { reason: string; inner?: ContractError | undefined }): OperationRefusal {
  const words = sentences[reason.slice(0, 4)] ?? {
    kind: 'rejectedByAccount',
    sentence: 'The EntryPoint refuses the operation',
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
    `The operation’s call would be undone${inner ? `: ${known?.sentence ?? inner.words}` : ''}`,
    { reason: inner?.words ?? 'execution reverted' },
  )
}
