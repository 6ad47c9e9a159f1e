import { expect, test } from 'vitest'
import type { RpcOutcome, RpcService } from '../../rpc/RpcService.ts'
import { createChainNode } from './createChainNode.ts'

const call = { from: '0x01', to: '0x02', data: '0x', gas: '0x1', gasPrice: '0x1' } as const

function nodeThatSays(error: Extract<RpcOutcome, { error: unknown }>['error']) {
  const rpc = { call: async () => ({ error }) } as unknown as RpcService
  return createChainNode({ rpc, chainId: 'eip155:1', name: 'One' })
}

test.each([
  { code: 3, message: 'whatever', data: '0x08c379a0' },
  { code: -32000, message: 'execution reverted: insufficient funds' },
  { code: -32015, message: 'VM execution error.', data: '0x08c379a0' },
  { code: -32000, message: 'out of gas' },
  { code: -32000, message: 'invalid jump destination' },
  { code: -32603, message: 'EVM error InvalidFEOpcode' },
])('default: recognizes failing code: $message', async (error) => {
  expect(await nodeThatSays(error).call(call)).toMatchObject({ revert: { message: error.message } })
})

test.each([
  'execution aborted (timeout = 5s)',
  'RPC gas cap exceeded for this key',
  'a fee is due for this endpoint',
  'header not found',
])('error: "%s" is no failure of the code', async (message) => {
  const node = nodeThatSays({ code: -32000, message })
  await expect(node.call(call)).rejects.toMatchObject({ code: 'bundler_unavailable' })
  await expect(node.callPaid(call)).rejects.toMatchObject({ code: 'bundler_unavailable' })
})

test('behavior: an account without funds is no failure of the code', async () => {
  const node = nodeThatSays({ code: -32000, message: 'insufficient funds for gas * price + value' })
  expect(await node.callPaid(call)).toEqual({ unpaid: 'insufficient funds for gas * price + value' })
  await expect(node.call(call)).rejects.toMatchObject({ code: 'bundler_unavailable' })
})
