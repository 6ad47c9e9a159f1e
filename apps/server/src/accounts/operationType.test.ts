import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { zeroAddress } from '../chains/decodeLog.ts'
import { transferKind } from '../chains/transferKind.ts'
import { type Operation, operationType } from './operationType.ts'

const at = (digit: number): EvmAddress => `0x${String(digit).repeat(40)}`
const me = at(1)
const you = at(2)
const token = at(3)
type Transfer = Operation['transfers'][number]
const move = (from: EvmAddress, to: EvmAddress, more: Partial<Transfer> = {}): Transfer => ({
  ...{ kind: transferKind.erc20, token, sender: from, receiver: to, amount: 1n },
  ...more,
})
const native = (from: EvmAddress, to: EvmAddress) =>
  move(from, to, { kind: transferKind.native, token: nativeEvmAddress })
const named = (operation: Partial<Operation>) =>
  operationType(me, { sender: me, receiver: token, created: null, selector: null, transfers: [], ...operation })

test('default: derives the type from the incoming and outgoing transfers', () => {
  expect(named({ transfers: [native(me, you)] })).toBe('send')
  expect(named({ selector: '0xa9059cbb', transfers: [move(me, you)] })).toBe('send')
  expect(named({ sender: you, transfers: [move(you, me)] })).toBe('receive')
  expect(named({ sender: you, selector: '0x23b872dd', transfers: [move(me, you)] })).toBe('send')
  expect(named({ selector: '0x12345678', transfers: [move(me, you), native(you, me)] })).toBe('trade')
  expect(named({ selector: '0x12345678', transfers: [move(zeroAddress, me)] })).toBe('mint')
  const nft = move(zeroAddress, me, { kind: transferKind.erc721, token: at(5) })
  expect(named({ selector: '0x12345678', transfers: [native(me, you), nft] })).toBe('mint')
  expect(named({ selector: '0x42966c68', transfers: [move(me, zeroAddress)] })).toBe('burn')
  expect(named({ receiver: me, transfers: [native(me, me)] })).toBe('send')
})

test('default: derives the type from the called function', () => {
  const approval = move(me, you, { kind: transferKind.approval })
  expect(named({ selector: '0x095ea7b3', transfers: [approval] })).toBe('approve')
  expect(named({ selector: '0xd0e30db0', transfers: [native(me, token), move(zeroAddress, me)] })).toBe('deposit')
  const back = move(token, me, { kind: transferKind.internal, token: nativeEvmAddress })
  expect(named({ selector: '0x2e1a7d4d', transfers: [move(me, zeroAddress), back] })).toBe('withdraw')
  expect(named({ receiver: null, created: you })).toBe('deploy')
  expect(named({ selector: '0x12345678' })).toBe('execute')
  expect(named({ selector: '0x12345678', transfers: [native(me, you)] })).toBe('execute')
})

test('behavior: approvals and deployments count only for the sender', () => {
  expect(named({ sender: you, selector: '0x095ea7b3' })).toBe('execute')
  expect(named({ sender: you, receiver: null, created: at(9), transfers: [move(zeroAddress, me)] })).toBe('mint')
})
