import { LatchkeyError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { readHandOverError } from './readHandOverError.ts'

test.each([
  [{ code: 4001, message: 'User rejected' }, 'user_rejected', 'no'],
  [{ code: -32002, message: 'pending' }, 'wallet_busy', 'no'],
  [{ code: 4100, message: 'unauthorised' }, 'send_failed', 'no'],
  [{ code: -32602, message: 'bad params' }, 'send_failed', 'no'],
  [{ code: -32000, message: 'insufficient funds for gas * price + value' }, 'send_failed', 'no'],
  [{ code: -32603, data: { message: 'nonce too low', code: -32000 } }, 'send_failed', 'no'],
  [{ code: -32603, message: 'Internal JSON-RPC error.' }, 'send_failed', 'unknown'],
  [{ code: -32000, message: 'already known' }, 'send_failed', 'unknown'],
  [{ code: -32603, message: 'request timed out' }, 'send_failed', 'unknown'],
  [{ code: 4900, message: 'disconnected' }, 'wallet_disconnected', 'unknown'],
  [new LatchkeyError('wallet_timeout'), 'wallet_timeout', 'unknown'],
  ['strange', 'send_failed', 'unknown'],
  [undefined, 'send_failed', 'unknown'],
] as const)('behavior: %o is %s, money moved: %s', (error, code, moneyMoved) => {
  expect(readHandOverError(error)).toMatchObject({ code, moneyMoved })
})
