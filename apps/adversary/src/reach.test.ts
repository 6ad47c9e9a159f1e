import { safeRpcMethods, unsafeRpcMethods } from '@latchkey/protocol'
import * as api from '@latchkey/protocol/api'
import * as wallet from '@latchkey/protocol/wallet'
import { frameRequests } from '@latchkey/protocol/wallet'
import { expect, test } from 'vitest'
import { createCardStore } from '../../wallet/src/cards/createCardStore.ts'
import { permittedCalls } from '../../wallet/src/windows/WireWindowCalls.ts'
import { attackers } from './attackers.ts'
import { walletEndpoints } from './moves/apiMoves.ts'
import { cardActions } from './moves/cardMoves.ts'
import { rpcMethods } from './moves/drawRpc.ts'
import { frameRequestTypes } from './moves/hostMoves.ts'
import { windowCallNames, windowPages } from './moves/windowMoves.ts'
import { outOfReach } from './reach.ts'

const moves = new Set(attackers.flatMap((attacker) => attacker.moves.map(({ name }) => name)))
const endpointsOf = (module: object) =>
  Object.entries(module)
    .filter(([, value]) => typeof value === 'object' && value !== null && 'method' in value && 'path' in value)
    .map(([name]) => name)

test('every endpoint of the protocol is in the reach of an attacker, or excluded with a reason', () => {
  const all = [...endpointsOf(api), ...endpointsOf(wallet)]
  const reached = all.filter((name) => moves.has(`api ${name}`))
  expect([...reached, ...Object.keys(outOfReach)].sort()).toStrictEqual(all.sort())
  expect(Object.keys(walletEndpoints).sort()).toStrictEqual(endpointsOf(wallet).sort())
  for (const name of Object.keys(outOfReach)) expect(moves).not.toContain(`api ${name}`)
})

test('every request that a page may send to the frame, and every method of its provider, is drawn', () => {
  expect(frameRequestTypes).toStrictEqual(Object.keys(frameRequests))
  for (const type of Object.keys(frameRequests)) expect(moves).toContain(`host ${type}`)
  for (const method of [...safeRpcMethods, ...unsafeRpcMethods]) expect(rpcMethods).toContain(method)
})

test('every action of a card is drawn', () => {
  const { actions } = createCardStore({ openWindow: () => {} })
  expect([...cardActions].sort()).toStrictEqual(Object.keys(actions).sort())
  for (const action of cardActions) expect(moves).toContain(`card ${action}`)
})

test('every page and every call of a window is drawn', () => {
  expect([...windowPages].sort()).toStrictEqual(Object.keys(permittedCalls).sort())
  // The calls on the wire, by the name that a window uses; `describe` precedes each.
  const names: Readonly<Record<string, string>> = {
    waitForOldDevice: 'recoverWithOldDevice',
    startPasskey: 'addPasskey',
    registerPasskey: 'addPasskey',
    addPasskeyFactor: 'addPasskey',
    startPasskeyCheck: 'stepUp',
    finishPasskeyCheck: 'stepUp',
    stepUpByCode: 'stepUp',
    openOfflineWith: 'openOffline',
  }
  for (const wire of new Set(Object.values(permittedCalls).flat())) {
    if (wire === 'describe') continue
    expect(windowCallNames).toContain(names[wire] ?? wire)
    expect(moves).toContain(`window ${names[wire] ?? wire}`)
  }
})

test('the shares of the attackers add up to all runs', () => {
  expect(attackers.reduce((sum, { share }) => sum + share, 0)).toBe(1_000)
  for (const { moves: own, plans } of attackers)
    for (const name of plans.flat()) expect(own.map((move) => move.name)).toContain(name)
})
