import { decodeErrorResult, parseAbi } from 'viem/utils'
import type { SessionBreach } from './SessionBreach.ts'

/** Errors of `LatchkeySessions`. */
export const sessionErrorsAbi = parseAbi([
  'error SessionUnknown(uint32 id)',
  'error WrongCaller()',
  'error AccountCodeRefused()',
  'error OutsideWindow()',
  'error CallRefused(uint256 call)',
  'error AllowanceMissing(uint256 call)',
  'error AllowanceExceeded(uint256 allowance)',
  'error GasRefused()',
  'error UnreadableCalls()',
])

/** Returns the broken rule from an error of `LatchkeySessions`; undefined for any other error. */
export function readSessionRefusal(data: `0x${string}`): SessionBreach | undefined {
  try {
    const refusal = decodeErrorResult({ abi: sessionErrorsAbi, data })
    const details = refusal.errorName
    switch (refusal.errorName) {
      case 'SessionUnknown':
        return { rule: 'session', details }
      case 'WrongCaller':
      case 'AccountCodeRefused':
        return { rule: 'account', details }
      case 'OutsideWindow':
        return { rule: 'window', details }
      case 'CallRefused':
        return { rule: 'call', call: Number(refusal.args[0]), details }
      case 'AllowanceMissing':
        return { rule: 'allowance_missing', call: Number(refusal.args[0]), details }
      case 'AllowanceExceeded':
        return { rule: 'allowance_exceeded', allowance: Number(refusal.args[0]), details }
      case 'GasRefused':
        return { rule: 'gas', details }
      case 'UnreadableCalls':
        return { rule: 'calls', details }
    }
  } catch {
    return undefined
  }
}
