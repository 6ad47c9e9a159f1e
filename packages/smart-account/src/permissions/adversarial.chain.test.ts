import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createScene, type Scene } from '../testing/adversarial/createScene.ts'
import type { Malice } from '../testing/adversarial/Malice.ts'
import { reentrancy } from '../testing/adversarial/reentrancy.ts'
import { sessionCalls } from '../testing/adversarial/sessionCalls.ts'
import { sessionForms } from '../testing/adversarial/sessionForms.ts'
import { sessionPower } from '../testing/adversarial/sessionPower.ts'
import { type SessionWorld, startSessionWorld } from '../testing/startSessionWorld.ts'

let world: SessionWorld
let scene: Scene
let snapshot: `0x${string}`
beforeAll(async () => {
  world = await startSessionWorld()
  scene = await createScene(world)
}, 120_000)
afterAll(() => world?.stop())
beforeEach(async () => {
  snapshot = await world.node.snapshot()
})
afterEach(async () => {
  await world.node.revert({ id: snapshot })
})

describe('threat 84: forbidden actions of a permission', { timeout: 60_000 }, () => {
  it('default: allowed actions succeed', async () => {
    const { op, transfer, bob, router, deposit } = scene
    const before = [await scene.worth(), await deposit()] as const
    const calls = [transfer(3n), { to: bob, value: 2n }, scene.relay(router, '0x')]
    expect(await world.attempt(await op(calls))).toMatchObject({ outcomes: [{ success: true }] })
    expect(await world.attempt(await op([transfer(3n)], { session: scene.guarded }))).toMatchObject({
      outcomes: [{ success: true }],
    })
    const after = await scene.worth()
    expect(after).toEqual({ ...before[0], tokens: before[0].tokens - 6n, coins: before[0].coins - 2n })
    expect(await deposit()).toBeLessThan(before[1])
  })

  it.each(
    [...sessionCalls, ...sessionForms, ...sessionPower, ...reentrancy].map(
      (malice) => [malice.name, malice.tries, malice] as const,
    ),
  )('error: %s (%s)', async (_name, _tries, { attack, expected }: Malice) => {
    const operations = await attack(scene)
    const before = { worth: await scene.worth(), deposit: await scene.deposit() }
    const attempt = await world.attempt(...operations)
    if ('refused' in expected) {
      expect(attempt.refused).toMatch(expected.refused)
      if (expected.breach && 'breach' in attempt) expect(attempt.breach).toMatchObject(expected.breach)
      // Submit the bundle to the chain as well.
      await expect(world.bundle(operations)).rejects.toThrow()
      expect(await scene.deposit()).toBe(before.deposit)
    } else {
      expect(attempt.refused).toBeUndefined()
      await expected.harmless(scene)
    }
    expect(await scene.worth()).toEqual(before.worth)
  })

  it('default: the corpus has the documented size', () => {
    const names = [...sessionCalls, ...sessionForms, ...sessionPower, ...reentrancy].map(({ name }) => name)
    console.info('attacks on permissions:', names.length)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(80)
  })
})
