import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { toProviderError } from '../connectors/embedded/toProviderError.ts'
import { readSubmitError } from './readSubmitError.ts'

test.each([
  [{ code: 4001, message: 'User rejected' }, 'user_rejected', 'no'],
  [{ code: -32002, message: 'pending' }, 'wallet_busy', 'no'],
  [{ code: 4100, message: 'unauthorised' }, 'send_failed', 'no'],
  [{ code: -32602, message: 'bad params' }, 'send_failed', 'no'],
  [{ code: -32000, message: 'insufficient funds for gas * price + value' }, 'send_failed', 'no'],
  [{ code: -32602, message: 'Unknown transaction type' }, 'send_failed', 'no'],
  // A wallet that submitted it twice gets this for the second submission, with any code.
  [{ code: -32603, data: { message: 'nonce too low', code: -32000 } }, 'send_failed', 'unknown'],
  [{ code: -32003, message: 'nonce too low: next nonce 6, tx nonce 5' }, 'send_failed', 'unknown'],
  [{ code: -32003, message: 'already known' }, 'send_failed', 'unknown'],
  [{ code: -32602, message: 'OldNonce, Current nonce: 6, nonce of rejected tx: 5' }, 'send_failed', 'unknown'],
  [
    { code: -32002, message: 'Transaction simulation failed: This transaction has already been processed' },
    'send_failed',
    'unknown',
  ],
  [{ code: -32603, message: 'TransactionError::AlreadyProcessed is not allowed' }, 'send_failed', 'unknown'],
  [{ code: -32003, message: 'txn-already-known' }, 'send_failed', 'unknown'],
  [{ code: -32603, message: 'txn-already-in-mempool not allowed' }, 'send_failed', 'unknown'],
  [{ code: -32602, message: 'Transaction already in block chain' }, 'send_failed', 'unknown'],
  [{ code: -32602, message: 'Transaction outputs already in utxo set' }, 'send_failed', 'unknown'],
  [{ code: -32002, message: 'Request of type eth_sendTransaction already pending' }, 'wallet_busy', 'no'],
  // A busy wallet has the same code as a node that timed out.
  [{ code: -32002, message: 'request timed out' }, 'send_failed', 'unknown'],
  [{ code: -32603, message: 'Internal error', data: { code: -32002, message: 'no answer' } }, 'send_failed', 'unknown'],
  [{ code: -32603, message: 'Internal JSON-RPC error.' }, 'send_failed', 'unknown'],
  [{ code: -32000, message: 'already known' }, 'send_failed', 'unknown'],
  [{ code: -32603, message: 'request timed out' }, 'send_failed', 'unknown'],
  [{ code: 4900, message: 'disconnected' }, 'wallet_disconnected', 'unknown'],
  [new LatchkeyError('wallet_timeout'), 'wallet_timeout', 'unknown'],
  // The embedded wallet's own limits refuse before its owner is asked; a limit of the server says nothing about what was sent.
  [toProviderError(new ServiceError('frame_busy')), 'frame_busy', 'no'],
  [new ServiceError('frame_busy'), 'frame_busy', 'no'],
  [new ServiceError('prompt_open'), 'prompt_open', 'no'],
  [toProviderError(new ServiceError('rate_limited')), 'rate_limited', 'unknown'],
  ['strange', 'send_failed', 'unknown'],
  [undefined, 'send_failed', 'unknown'],
] as const)('behavior: %o is %s, money moved: %s', (error, code, moneyMoved) => {
  expect(readSubmitError(error)).toMatchObject({ code, moneyMoved })
})
