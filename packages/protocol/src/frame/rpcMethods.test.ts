import { expect, test } from 'vitest'
import { isSafeRpcMethod, isUnsafeRpcMethod, safeRpcMethods, unsafeRpcMethods } from './rpcMethods.ts'

test('default: spec 6.2: queries, a raw transaction, capabilities and assets need no approval', () => {
  const asked = ['eth_getBalance', 'eth_call', 'eth_sendRawTransaction', 'wallet_getCapabilities', 'wallet_getAssets']
  for (const method of asked)
    expect([method, isSafeRpcMethod(method), isUnsafeRpcMethod(method)]).toEqual([method, true, false])
  // None of them signs, and the only one that sends takes a signed transaction.
  expect(safeRpcMethods.filter((method) => /sign|send|grant|revoke/i.test(method))).toEqual(['eth_sendRawTransaction'])
})

test('default: spec 6.3: methods that sign, send, grant or revoke need an approval', () => {
  const asked = [
    ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'eth_sendUserOperation'],
    ...['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'],
    ...['wallet_sendCalls', 'wallet_grantPermissions', 'wallet_revokePermissions'],
  ]
  for (const method of asked)
    expect([method, isSafeRpcMethod(method), isUnsafeRpcMethod(method)]).toEqual([method, false, true])
})

test('behavior: no method is in both lists, and an unknown one is in neither', () => {
  expect(safeRpcMethods.filter((method) => isUnsafeRpcMethod(method))).toEqual([])
  expect(new Set([...safeRpcMethods, ...unsafeRpcMethods]).size).toBe(safeRpcMethods.length + unsafeRpcMethods.length)
  for (const method of ['eth_sign', 'eth_signTypedData', 'wallet_addEthereumChain', 'constructor', ''])
    expect([isSafeRpcMethod(method), isUnsafeRpcMethod(method)]).toEqual([false, false])
})
