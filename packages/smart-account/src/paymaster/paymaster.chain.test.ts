import { latchkeyPaymasterAbi } from '@latchkey/contracts'
import fc from 'fast-check'
import { parseEther } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runs } from '../../../../scripts/lib/fuzz.mjs'
import { paymasterAbi } from '../contracts/paymasterAbi.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import { createScene, type Scene } from '../testing/adversarial/createScene.ts'
import { asOperator, costOf, forbiddenCalls, paymasterDrains } from '../testing/adversarial/paymasterDrains.ts'
import { type SessionWorld, startSessionWorld } from '../testing/startSessionWorld.ts'
import { encodePaymasterData, stubPaymasterData } from './paymasterData.ts'
import { paymasterGas } from './paymasterGas.ts'

const budget = '0x000000000000000000000000000000aa'
const settlementGas = 6_000n

let world: SessionWorld
let scene: Scene
let snapshot: `0x${string}`
beforeAll(async () => {
  world = await startSessionWorld()
  scene = await createScene(world)
  await asOperator(scene, 'setBudget', [budget, parseEther('1'), 86_400])
}, 120_000)
afterAll(() => world?.stop())
beforeEach(async () => {
  snapshot = await world.node.snapshot()
})
afterEach(async () => {
  await world.node.revert({ id: snapshot })
})

const spent = async (of: `0x${string}` = budget, time?: number) =>
  world.client.readContract({
    ...{ address: world.paymaster, abi: paymasterAbi, functionName: 'spentOf' },
    args: [of, time ?? (await world.now())],
  })

/** Returns the amount that the budget was charged, and the loss of the deposit. */
async function settle(operations: UserOperation[]): Promise<{ charged: bigint; lost: bigint; fee: bigint }> {
  const before = { spent: await spent(), deposit: await scene.deposit() }
  const { receipt } = await world.bundle(operations)
  const { baseFeePerGas } = await world.client.getBlock({ blockNumber: receipt.blockNumber })
  const [{ maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = {}] = operations
  const offered = maxPriorityFeePerGas + (baseFeePerGas ?? 0n)
  return {
    charged: (await spent()) - before.spent,
    lost: before.deposit - (await scene.deposit()),
    fee: offered < maxFeePerGas ? offered : maxFeePerGas,
  }
}

async function operation(rest: Partial<UserOperation> = {}, of: `0x${string}` = budget): Promise<UserOperation> {
  const base = await world.operation({ sender: world.adversary, callData: '0x12345678', ...rest })
  return world.sponsorOperation(base, { budget: of })
}

describe('the paymaster', { timeout: 120_000 }, () => {
  it('default: it pays, and charges the budget for the loss plus at most the unused gas of settling', async () => {
    const one = await operation()
    const { charged, lost, fee } = await settle([one])
    expect(lost).toBeGreaterThan(0n)
    expect(charged).toBeGreaterThanOrEqual(lost)
    expect(charged - lost).toBeLessThan((settlementGas + paymasterGas.paymasterPostOpGasLimit) * fee)
    console.info('sponsored operation: lost', lost / fee, 'gas; charged', charged / fee, 'gas')
  })

  it('behavior: for any limits, fees and outcomes, the budget is charged at least the loss, within the bound of the contract', async () => {
    let played = 0
    let most = 0n
    const gas = fc.constantFrom(30_000n, 45_000n, 60_000n, 200_000n, 1_000_000n, 4_000_000n)
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          callGasLimit: gas,
          paymasterPostOpGasLimit: fc.constantFrom(1_000n, 8_000n, 20_000n, 60_000n, 61_000n, 500_000n, 3_000_000n),
          verificationGasLimit: fc.constantFrom(60_000n, 150_000n, 1_000_000n),
          maxPriorityFeePerGas: fc.constantFrom(0n, 1_000_000_000n, 3_000_000_000n),
          callData: fc.constantFrom<`0x${string}`>('0x', '0x12345678', '0x44df8e70', '0x7d94792a'),
        }),
        async (fields) => {
          const { charged, lost, fee } = await settle([await operation(fields)])
          expect(charged).toBeGreaterThanOrEqual(lost)
          const limit = fields.paymasterPostOpGasLimit
          const hasSettled = charged < costOf({ ...(await operation(fields)) })
          if (hasSettled) expect((charged - lost) / fee).toBeLessThanOrEqual(limit + settlementGas)
          if (hasSettled && limit === paymasterGas.paymasterPostOpGasLimit && (charged - lost) / fee > most)
            most = (charged - lost) / fee
          played += 1
        },
      ),
      { numRuns: runs({ fast: 10, full: 120 }) },
    )
    console.info(`settled as charged: ${played} runs; with the default limit at most ${most} gas too much`)
  })

  it('behavior: settling and validation need less gas than their default limits', async () => {
    const one = await operation()
    for (const limit of [(paymasterGas.paymasterPostOpGasLimit * 3n) / 4n, paymasterGas.paymasterPostOpGasLimit]) {
      await world.node.revert({ id: snapshot })
      snapshot = await world.node.snapshot()
      const { charged } = await settle([await operation({ paymasterPostOpGasLimit: limit })])
      expect(charged).toBeLessThan(costOf(one))
    }
    const verification = (paymasterGas.paymasterVerificationGasLimit * 3n) / 4n
    expect(await world.refusalOf([await operation({ paymasterVerificationGasLimit: verification })])).toBeUndefined()
  })

  it('behavior: if settling runs out of gas, the calls revert, and the budget is charged the maximum cost', async () => {
    const one = await operation({ paymasterPostOpGasLimit: 2_000n })
    const { charged, lost } = await settle([one])
    expect(charged).toBe(costOf(one))
    expect(lost).toBeLessThanOrEqual(charged)
    expect(await scene.relayed()).toMatchObject({ attempts: 0n })
  })

  it('behavior: a budget is full again in its next period', async () => {
    const one = await operation()
    await asOperator(scene, 'setBudget', [budget, costOf(one), 86_400])
    expect(await world.attempt(one)).toMatchObject({ outcomes: [{ success: true }] })
    expect(await world.attempt(await operation())).toMatchObject({ refused: 'AA33 reverted' })
    await world.travelTo(scene.today + scene.day)
    expect(await spent()).toBe(0n)
    expect(await world.attempt(await operation())).toMatchObject({ outcomes: [{ success: true }] })
  })

  it('behavior: an operation that was signed at the end of a period is paid for three more minutes, from that period', async () => {
    const last = scene.today + scene.day - 1
    const claim = { budget, time: last, validAfter: 0, validUntil: last + 3_600 } as const
    const signed = async () => world.sponsorOperation(await world.operation({ sender: world.adversary }), claim)
    const at = (second: number) => world.node.setNextBlockTimestamp({ timestamp: BigInt(second) })
    await world.travelTo(last)
    await at(last + 180)
    await world.bundle([await signed()])
    expect(await world.now()).toBe(last + 180)
    expect(await spent()).toBe(0n)
    expect(await spent(budget, last)).toBeGreaterThan(0n)
    await world.travelTo(last + 181)
    expect(await world.refusalOf([await signed()])).toMatchObject({ refused: 'AA32 paymaster expired or not due' })
  })

  it('behavior: with a period of a minute, it is paid for one more minute', async () => {
    await asOperator(scene, 'setBudget', [budget, parseEther('1'), 60])
    const next = scene.today + scene.day
    const claim = { budget, time: next - 1, validAfter: 0, validUntil: next + 3_600 } as const
    const signed = await world.sponsorOperation(await world.operation({ sender: world.adversary }), claim)
    await world.travelTo(next + 59)
    expect(await world.refusalOf([signed])).toBeUndefined()
    await world.travelTo(next + 60)
    expect(await world.refusalOf([signed])).toMatchObject({ refused: 'AA32 paymaster expired or not due' })
  })

  it('behavior: pays in the first and the last second of a period', async () => {
    for (const second of [scene.today + scene.day, scene.today + 2 * scene.day - 1]) {
      await world.travelTo(second - 1)
      await world.node.setNextBlockTimestamp({ timestamp: BigInt(second) })
      const base = await world.operation({ sender: world.adversary })
      await world.bundle([
        await world.sponsorOperation(base, { budget, time: second, validAfter: second, validUntil: second }),
      ])
      expect(await world.now()).toBe(second)
    }
  })

  it('behavior: projects without their own budget share the default one', async () => {
    const unknown = '0x000000000000000000000000000000cc'
    const before = await spent(`0x${'00'.repeat(16)}`)
    await world.bundle([await operation({}, unknown)])
    expect(await spent(unknown)).toBe(await spent(`0x${'00'.repeat(16)}`))
    expect(await spent(unknown)).toBeGreaterThan(before)
    const read = { address: world.paymaster, abi: paymasterAbi, functionName: 'budgetOf' } as const
    expect(await world.client.readContract({ ...read, args: [unknown] })).toEqual([
      `0x${'00'.repeat(16)}`,
      parseEther('100'),
      86_400,
    ])
    await asOperator(scene, 'setBudget', [budget, 0n, 0])
    expect((await world.client.readContract({ ...read, args: [budget] }))[0]).toBe(`0x${'00'.repeat(16)}`)
  })

  it('behavior: an EOA that delegates is paid for with exactly the signed code', async () => {
    const authorization = { address: world.adversary, chainId: 31337, nonce: 0, r: '0x', s: '0x', yParity: 0 } as const
    const sender = '0x00000000000000000000000000000000000acc70'
    await world.node.setCode({ address: sender, bytecode: `0xef0100${world.adversary.slice(2)}` })
    const base = await world.operation({ sender, factory: '0x7702', eip7702Auth: authorization })
    expect(await world.refusalOf([await world.sponsorOperation(base)])).toBeUndefined()
    const other = { ...base, eip7702Auth: { ...authorization, address: world.token } }
    expect(
      await world.refusalOf([{ ...(await world.sponsorOperation(other)), eip7702Auth: authorization }]),
    ).toMatchObject({ refused: 'AA34 signature error' })
  })

  it('behavior: the stub costs as much gas as the real data, and only its signature is refused', async () => {
    const time = await world.now()
    const stub = stubPaymasterData({ budget, time, validAfter: 0, validUntil: time + 60 })
    const one = await operation()
    expect(stub.length).toBe(one.paymasterData?.length)
    expect(await world.refusalOf([{ ...one, paymasterData: stub }])).toMatchObject({ refused: 'AA34 signature error' })
  })

  it('error: refuses a budget of another length', () => {
    const claim = { budget: '0x11', time: 0, validAfter: 0, validUntil: 1 } as const
    expect(() => encodePaymasterData({ claim, signature: '0x' })).toThrow(RangeError)
  })
})

describe('threat 87: operations that the paymaster must not pay for', { timeout: 60_000 }, () => {
  it.each(paymasterDrains.map((malice) => [malice.name, malice.tries, malice] as const))(
    'error: %s (%s)',
    async (_name, _tries, { attack, expected }) => {
      const operations = await attack(scene)
      const before = {
        worth: await scene.worth(),
        deposit: await scene.deposit(),
        spent: await spent(`0x${'00'.repeat(16)}`),
      }
      const attempt = await world.attempt(...operations)
      if ('refused' in expected) {
        expect(attempt.refused).toMatch(expected.refused)
        await expect(world.bundle(operations)).rejects.toThrow()
        expect(await scene.deposit()).toBe(before.deposit)
        expect(await spent(`0x${'00'.repeat(16)}`)).toBe(before.spent)
      } else {
        expect(attempt.refused).toBeUndefined()
        const charged = (await spent(`0x${'00'.repeat(16)}`)) - before.spent
        const lost = before.deposit - (await scene.deposit())
        expect(charged).toBeGreaterThanOrEqual(lost)
        expect(charged).toBeLessThanOrEqual(operations.reduce((sum, one) => sum + costOf(one), 0n))
      }
      expect(await scene.worth()).toEqual(before.worth)
    },
  )

  it.each(forbiddenCalls)('error: %s', async (_, make) => {
    const { from, data } = make(scene)
    const before = await scene.deposit()
    await expect(world.sendAs(from, { to: world.paymaster, data })).rejects.toThrow()
    expect(await scene.deposit()).toBe(before)
  })

  it('behavior: the owner withdraws the deposit, and transfers the contract in two steps', async () => {
    const owner = world.devnet.operator.address
    const call = (
      functionName: 'withdraw' | 'transferOwnership' | 'acceptOwnership',
      args: readonly unknown[] = [],
    ) => ({
      to: world.paymaster,
      data: encodeFunctionData({ abi: latchkeyPaymasterAbi, functionName, args } as never),
    })
    const before = await scene.deposit()
    await world.sendAs(owner, call('withdraw', [scene.bob, 5n]))
    expect(await scene.deposit()).toBe(before - 5n)
    await world.fund(world.account)
    await world.sendAs(owner, call('transferOwnership', [world.executor.account.address]))
    await world.sendAs(owner, call('withdraw', [scene.bob, 5n]))
    await world.sendAs(world.executor.account.address, call('acceptOwnership'))
    await expect(world.sendAs(owner, call('withdraw', [scene.bob, 5n]))).rejects.toThrow()
  })

  it('default: the corpus has the documented size', () => {
    console.info('drains of the paymaster:', paymasterDrains.length + forbiddenCalls.length)
    expect(paymasterDrains.length + forbiddenCalls.length).toBeGreaterThan(40)
  })
})
