import { zeroAddress } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { encodeFunctionData, parseEther, toHex } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccountCall } from '../account/createAccountCall.ts'
import { smartAccountAddress } from '../account/smartAccountAddress.ts'
import { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
import { packOperation } from '../operation/packOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import { createTestPasskey } from '../testing/createTestPasskey.ts'
import { type SessionWorld, startSessionWorld, testKey, testPasskey } from '../testing/startSessionWorld.ts'
import { checkValidation, type Violation } from '../testing/validationRules/checkValidation.ts'
import { traceValidation } from '../testing/validationRules/traceValidation.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await startSessionWorld()
}, 120_000)
afterAll(() => world?.stop())

const passkey = createTestPasskey('laptop')
const bob = '0x000000000000000000000000000000000000b0b0'

/** Returns the broken rules, and the number of checked steps. */
async function check(operation: UserOperation): Promise<{ violations: Violation[]; steps: number }> {
  const args = [[packOperation(operation)], world.executor.account.address] as const
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
  const trace = await traceValidation({
    request: (method, params) => world.client.request({ method, params } as never),
    call: { from: world.executor.account.address, to: entryPoint08, data, gas: toHex(20_000_000) },
  })
  const { sender, factory, paymaster } = operation
  const violations = checkValidation(trace, { sender, factory, paymaster, staked: paymaster ? [paymaster] : [] })
  return { violations, steps: trace.steps.filter(({ depth }) => depth > 1).length }
}

const payment = [{ to: bob, value: 1n }] as const

/** All kinds of operations of the product, each valid. */
const operations: [string, () => Promise<UserOperation>][] = [
  ['the owner', () => ownerOperation()],
  ['the owner, paid for by the operator', () => ownerOperation({ sponsored: true })],
  ['a passkey', () => passkeyOperation()],
  ['a passkey, paid for by the operator', () => passkeyOperation({ sponsored: true })],
  ['the first one, which makes the account', () => firstOperation()],
  ['the first one, paid for by the operator', () => firstOperation({ sponsored: true })],
  ['the first one of a passkey', () => firstOperation({ withPasskey: true })],
  ['a session', () => sessionOperation()],
  ['a session with ten allowances', () => sessionOperation({ allowances: 10 })],
  ['a session of P-256 with a co-signer', () => sessionOperation({ allowances: 3, whose: 'passkey' })],
  ['a session that the account pays for', () => sessionOperation({ allowances: 3, sponsored: false })],
  ['an ordinary account with our code', () => delegatedOperation()],
]

async function finish(
  operation: UserOperation,
  sponsored: boolean,
  sign: (hash: `0x${string}`) => Promise<`0x${string}`>,
) {
  const whole = sponsored ? await world.sponsorOperation(operation) : operation
  return { ...whole, signature: await sign(world.hash(whole)) }
}

async function ownerOperation({ sponsored = false } = {}) {
  const operation = await world.operation({ sender: world.account, calls: [...payment] })
  return finish(operation, sponsored, (hash) => world.owner.sign({ hash }))
}

async function passkeyOperation({ sponsored = false } = {}) {
  const of = { passkey }
  const sender = smartAccountAddress(of)
  await world.fund(sender)
  const { factory, factoryData } = createAccountCall(of)
  await world.sendAs(world.executor.account.address, { to: factory, data: factoryData })
  return finish(await world.operation({ sender, calls: [...payment] }), sponsored, async (hash) => passkey.sign(hash))
}

async function firstOperation({ sponsored = false, withPasskey = false } = {}) {
  const of = withPasskey ? { passkey, salt: 5n } : { address: world.owner.address, salt: 5n }
  const sender = smartAccountAddress(of)
  await world.fund(sender)
  const operation = await world.operation({ sender, ...createAccountCall(of), calls: [...payment] })
  return finish(operation, sponsored, async (hash) => (withPasskey ? passkey.sign(hash) : world.owner.sign({ hash })))
}

async function sessionOperation({ allowances = 1, whose = 'key', sponsored = true } = {}) {
  const start = (await world.now()) - 10
  const tokens = Array.from({ length: allowances - 1 }, (_, index) => toHex(0x1000 + index, { size: 20 }))
  const transfer = '0xa9059cbb'
  const session = await world.grant({
    ...(whose === 'key' ? {} : { key: testPasskey('phone'), coKey: testKey('server').account }),
    calls: [
      ...tokens.map((target) => ({ target, selector: transfer, valueLimit: 0n, arguments: [] }) as const),
      { target: zeroAddress, selector: '0x00000000', valueLimit: parseEther('1'), arguments: [] },
    ],
    allowances: [zeroAddress, ...tokens].map((token) => ({ token, limit: parseEther('10'), start, period: 86_400 })),
  })
  const data = `${transfer}${bob.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
  return world.operate({ session, calls: [...payment, ...tokens.map((to) => ({ to, data }))], sponsored })
}

async function delegatedOperation() {
  const { account, signer } = testKey('ordinary')
  await world.fund(signer)
  await world.node.setCode({ address: signer, bytecode: `0xef0100${smartAccountContracts.implementation.slice(2)}` })
  return finish(await world.operation({ sender: signer, calls: [...payment] }), true, (hash) => account.sign({ hash }))
}

describe('the rules of validation (ERC-7562)', { timeout: 60_000 }, () => {
  it.each(operations)('behavior: an operation of %s follows them', async (_, make) => {
    const operation = await make()
    expect(await world.refusalOf([operation])).toBeUndefined()
    const { violations, steps } = await check(operation)
    expect(violations).toEqual([])
    expect(steps).toBeGreaterThan(3)
  })

  const answer = '5f5f5260205ff3'
  const breaches: [string, string, string][] = [
    ['reads the clock', '4250', 'OP-011'],
    ['reads the block’s number', '4350', 'OP-011'],
    ['reads the price of gas', '3a50', 'OP-011'],
    ['reads who sent the transaction', '3250', 'OP-011'],
    ['reads the base fee', '4850', 'OP-011'],
    ['looks how much gas is left', '5a50', 'OP-012'],
    ['reads its balance', '4750', 'OP-080'],
    ['makes a contract', '5f5f5ff050', 'OP-032'],
    ['makes a contract at a known address', '5f5f5f5ff550', 'OP-031'],
    ['calls an address without code', `5f5f5f5f5f61beef5af150`, 'OP-041'],
    ['asks for the code’s hash where there is none', '61beef3f50', 'OP-041'],
    ['sends coins', `5f5f5f5f600161beef5af150`, 'OP-061'],
    ['calls the EntryPoint', `63205c28785f5260205f6004601c5f73${entryPoint08.slice(2).toLowerCase()}5af150`, 'OP-054'],
  ]
  it.each(breaches)('error: detects an account that %s', async (_, code, rule) => {
    const sender = '0x000000000000000000000000000000000000acc0'
    await world.fund(sender)
    await world.node.setCode({ address: sender, bytecode: `0x${code}${answer}` })
    const { violations } = await check(await world.sponsorOperation(await world.operation({ sender })))
    expect(violations).toContainEqual({ rule, entity: 'sender', details: expect.any(String) })
  })

  it('error: detects reads and writes of foreign storage, but no access to the account’s own slot there', async () => {
    const [sender, store] = [
      '0x000000000000000000000000000000000000acc1',
      '0x000000000000000000000000000000000000570e',
    ] as const
    await world.fund(sender)
    const call = `5f5f5f5f5f73${store.slice(2)}5af150`
    await world.node.setCode({ address: sender, bytecode: `0x${call}${answer}` })
    const stores = {
      read: '60075450',
      write: '6001600755',
      mine: '33545060013355',
      mapping: '335f52600160205260405f20600101545000',
    }
    const found: Record<string, string[]> = {}
    for (const [name, code] of Object.entries(stores)) {
      await world.node.setCode({ address: store, bytecode: `0x${code}` })
      const { violations } = await check(await world.sponsorOperation(await world.operation({ sender })))
      found[name] = violations.map(({ rule }) => rule)
    }
    expect(found).toEqual({ read: ['STO-021'], write: ['STO-021'], mine: [], mapping: [] })
  })

  it('error: a paymaster without a stake cannot use its own storage', async () => {
    const operation = await ownerOperation({ sponsored: true })
    const args = [[packOperation(operation)], world.executor.account.address] as const
    const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
    const trace = await traceValidation({
      request: (method, params) => world.client.request({ method, params } as never),
      call: { from: world.executor.account.address, to: entryPoint08, data, gas: toHex(20_000_000) },
    })
    const { sender, paymaster } = operation
    const rules = checkValidation(trace, { sender, paymaster }).map(({ rule, entity }) => `${entity}: ${rule}`)
    expect(new Set(rules)).toEqual(new Set(['paymaster: STO-031']))
  })
})
