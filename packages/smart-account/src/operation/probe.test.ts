import { operationProbeAbi, operationProbeRuntime, permitTokenAbi } from '@latchkey/contracts'
import {
  decodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  hexToString,
  keccak256,
  parseEther,
  type StateOverride,
  size,
  slice,
  stringToHex,
} from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccountCall } from '../account/createAccountCall.ts'
import { smartAccountAddress } from '../account/smartAccountAddress.ts'
import { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
import { delegationFactory } from '../delegation/delegationFactory.ts'
import { delegatedCode } from '../delegation/delegationOf.ts'
import { stubSignature } from '../signatures/stubSignature.ts'
import { createTestPasskey } from '../testing/createTestPasskey.ts'
import { type AccountWorld, startAccountWorld } from '../testing/startAccountWorld.ts'
import { packOperation } from './packOperation.ts'
import type { UserOperation } from './UserOperation.ts'

const owner = privateKeyToAccount(`0x${'f1'.repeat(32)}`)
const passkey = createTestPasskey('laptop')
const receiver: `0x${string}` = '0x00000000000000000000000000000000000000ff'
const signatureWrong = 1n
const failed = { made: true, done: false }
const done = { made: true, done: true }
const unmade = { made: false, done: false }

let world: AccountWorld
let code: `0x${string}`
beforeAll(async () => {
  world = await startAccountWorld()
  code = (await world.client.getCode({ address: entryPoint08 })) ?? '0x'
})
afterAll(() => world.stop())

/** Calls the probe with overrides: the probe replaces the EntryPoint, whose own code is at another address. */
async function probe(operation: UserOperation, { stepGas = 3_000_000n, more = [] as StateOverride } = {}) {
  const { result } = await world.client.simulateContract({
    ...{ address: entryPoint08, abi: operationProbeAbi, functionName: 'probe' },
    args: [packOperation(operation), world.hash(operation), stepGas],
    gas: 25_000_000n,
    stateOverride: [{ address: entryPoint08, code: operationProbeRuntime }, { address: original, code }, ...more],
  })
  return result
}

/** Address at which the probe expects the EntryPoint's own code. */
const original = slice(keccak256(stringToHex('latchkey.probe.original')), 12)

const stub = async (fields: Parameters<AccountWorld['operation']>[0]) => ({
  ...(await world.operation(fields)),
  signature: stubSignature(),
})

let salt = 0n
/** Returns an owner without a deployed account, with funds at its future address. */
async function newcomer({ funds = '1', withPasskey = false } = {}) {
  salt += 1n
  const of = { address: owner.address, salt, ...(withPasskey ? { passkey } : {}) }
  const sender = smartAccountAddress(of)
  await world.fund(sender, funds)
  return { sender, ...createAccountCall(of) }
}

async function deployed(options = {}) {
  const maker = await newcomer(options)
  const operation = await world.operation({ ...maker, calls: [{ to: receiver }] })
  await world.send({ ...operation, signature: await owner.sign({ hash: world.hash(operation) }) })
  return maker.sender
}

describe('OperationProbe', () => {
  it('behavior: measures the deployment, the check of a stub and the calls; the real operation passes with these limits', async () => {
    const maker = await newcomer()
    const report = await probe(await stub({ ...maker, calls: [{ to: receiver, value: 1n }] }))
    expect(report).toMatchObject({ creation: done, validation: done, call: done, postOp: unmade })
    expect(report).toMatchObject({ paymasterValidation: unmade, validationData: signatureWrong })
    expect(report.sentFunds).toBe(report.missingFunds)
    expect(report.missingFunds).toBe(report.prefund)

    const limits = {
      // Includes the EntryPoint's work: the first nonce and the first deposit of an account are new storage, 22,100 gas each.
      verificationGasLimit: report.creation.gas + report.validation.gas + 60_000n,
      // Each nested call holds back a 64th of its gas.
      callGasLimit: (report.call.gas * 11n) / 10n,
    }
    const operation = await world.operation({ ...maker, calls: [{ to: receiver, value: 1n }], ...limits })
    const signed = { ...operation, signature: await owner.sign({ hash: world.hash(operation) }) }
    expect(await probe(signed, { stepGas: 0n })).toMatchObject({ call: done, validationData: 0n })
    expect(await probe({ ...signed, callGasLimit: report.call.gas / 2n }, { stepGas: 0n })).toMatchObject({
      ...{ validation: done, call: failed },
    })
    expect(await probe({ ...signed, verificationGasLimit: 20_000n }, { stepGas: 0n })).toMatchObject({
      ...{ creation: failed, validation: unmade },
    })
    expect(await world.send(signed)).toMatchObject({ success: true })
  })

  it('behavior: a stub of a passkey costs as much gas as a passkey', async () => {
    const maker = await newcomer({ withPasskey: true })
    const operation = await world.operation({ ...maker, calls: [{ to: receiver }] })
    const real = await probe({ ...operation, signature: passkey.sign(world.hash(operation)) })
    const measured = await probe({ ...operation, signature: stubSignature({ passkey }) })
    expect([real.validationData, measured.validationData]).toEqual([0n, signatureWrong])
    expect(measured.validation.gas).toBeGreaterThan(real.validation.gas)
    expect(measured.validation.gas).toBeLessThan(real.validation.gas + 20_000n)
  })

  it('behavior: supports an EOA with an override for its delegated code (EIP-7702)', async () => {
    const eoa = privateKeyToAccount(`0x${'f2'.repeat(32)}`)
    await world.fund(eoa.address)
    const fields = { sender: eoa.address, factory: delegationFactory, calls: [{ to: receiver, value: 1n }] }
    const operation = await stub(fields)
    const more = [{ address: eoa.address, code: delegatedCode(smartAccountContracts.implementation) }]
    expect(await probe(operation, { more })).toMatchObject({
      ...{ creation: unmade, validation: done, call: done, validationData: signatureWrong },
    })
    expect(await probe(operation)).toMatchObject({ creation: unmade, validation: failed, call: unmade })
  })

  it('behavior: calls a paymaster for validation and settlement, like the EntryPoint', async () => {
    const sender = await deployed({ funds: '1' })
    await world.fund(sender, '0')
    const { paymaster } = world.devnet.contracts
    const operation = await stub({
      ...{ sender, calls: [{ to: receiver }], paymaster, paymasterData: '0x' },
      ...{ paymasterVerificationGasLimit: 300_000n, paymasterPostOpGasLimit: 100_000n },
    })
    const report = await probe(operation)
    expect(report).toMatchObject({ validation: done, missingFunds: 0n })
    expect(report.paymasterDeposit).toBe(parseEther('1000'))
    expect(report.paymasterValidation.made).toBe(true)
    const nobody = await probe({ ...operation, paymaster: receiver })
    expect(nobody).toMatchObject({ paymasterValidation: failed, paymasterDeposit: 0n, call: unmade })
  })

  it('behavior: forwards other calls to the EntryPoint’s own code', async () => {
    const sender = await deployed()
    const depositTo = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'depositTo', args: [sender] })
    const withdraw = encodeFunctionData({
      ...{ abi: entryPoint08Abi, functionName: 'withdrawTo', args: [receiver, 10n] },
    })
    const calls = [
      { to: entryPoint08, value: 10n, data: depositTo },
      { to: entryPoint08, data: withdraw },
    ] as const
    expect(await probe(await stub({ sender, calls }))).toMatchObject({ call: done })
    expect(await probe(await stub({ sender, calls: [calls[1], calls[1]], maxFeePerGas: 0n }))).toMatchObject({
      ...{ validation: done },
    })
    const more = 2n ** 200n
    const tooMuch = encodeFunctionData({
      ...{ abi: entryPoint08Abi, functionName: 'withdrawTo', args: [receiver, more] },
    })
    expect(await probe(await stub({ sender, calls: [{ to: entryPoint08, data: tooMuch }] }))).toMatchObject({
      ...{ validation: done, call: failed },
    })
  })

  it('behavior: reports why a call failed, and still measures it', async () => {
    const sender = await deployed()
    const usdl = world.devnet.tokens.find(({ symbol }) => symbol === 'USDL')?.address ?? sender
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 5n] })
    const { call, validation } = await probe(await stub({ sender, calls: [{ to: usdl, data }] }))
    expect([validation, call]).toMatchObject([done, failed])
    expect(decodeErrorResult({ abi: permitTokenAbi, data: call.data })).toMatchObject({
      ...{ errorName: 'ERC20InsufficientBalance', args: [sender, 0n, 5n] },
    })
    expect(call.gas).toBeGreaterThan(5_000n)
  })

  it('error: reports the step that the EntryPoint refuses, without a revert', async () => {
    const there = await deployed()
    const { factory, factoryData, sender } = await newcomer()
    const calls = [{ to: receiver }]
    const reasonOf = async (operation: UserOperation) => {
      const { creation, validation } = await probe(operation)
      expect([creation, validation].filter((step) => step.made && !step.done)).toHaveLength(1)
      return hexToString((creation.made ? creation : validation).data)
    }
    expect(await reasonOf(await stub({ sender: there, factory, factoryData, calls }))).toMatch('AA10')
    expect(await reasonOf(await stub({ sender, factory, factoryData: '0x12345678', calls }))).toMatch('AA13')
    expect(await reasonOf(await stub({ sender: receiver, factory, factoryData, calls }))).toMatch('AA14')
    expect(await reasonOf(await stub({ sender, calls }))).toMatch('AA20')
    // A token is no account.
    const token = world.devnet.contracts.weth
    expect(await probe(await stub({ sender: token, callData: '0x12345678' }))).toMatchObject({ validation: failed })
  })

  it('behavior: a call that uses up its gas leaves enough for the answer', async () => {
    const sender = await deployed()
    // INVALID uses up all gas.
    const hole = '0x00000000000000000000000000000000000000fe'
    const more = [{ address: hole, code: '0xfe' }] as const
    const report = await probe(await stub({ sender, calls: [{ to: hole }] }), { more: [...more], stepGas: 8_000_000n })
    expect(report).toMatchObject({ validation: done, call: failed })
    expect(report.call.gas).toBeGreaterThan(7_000_000n)
  })

  it('threat 87: handles huge and malformed return data without a revert', async () => {
    const sender = await deployed()
    const [bad, paymaster] = [
      '0x00000000000000000000000000000000000000fb',
      '0x00000000000000000000000000000000000000fc',
    ] as const
    await world.fund(bad)
    const calls = [{ to: receiver }]
    // A megabyte of zeros, as a result and as revert data; PUSH3 0x100000, PUSH0, RETURN or REVERT.
    for (const code of ['0x621000005ff3', '0x621000005ffd'] as const) {
      const asAccount = await probe(await stub({ sender: bad, calls }), { more: [{ address: bad, code }] })
      expect(asAccount).toMatchObject({ validation: failed, call: unmade })
      expect(size(asAccount.validation.data)).toBe(4096)
      // The account has too little gas to read it.
      const asTarget = await probe(await stub({ sender, calls: [{ to: bad }] }), { more: [{ address: bad, code }] })
      expect(asTarget).toMatchObject({ validation: done, call: failed })
    }
    // One word instead of a context and a number.
    const sponsored = await stub({
      ...{ sender, calls, paymaster, paymasterData: '0x' },
      ...{ paymasterVerificationGasLimit: 300_000n, paymasterPostOpGasLimit: 100_000n },
    })
    expect(await probe(sponsored, { more: [{ address: paymaster, code: '0x60205ff3' }] })).toMatchObject({
      ...{ validation: done, paymasterValidation: failed, call: unmade },
    })
  })

  it('behavior: reports a balance below the maximum cost', async () => {
    const sender = await deployed()
    await world.fund(sender, '0.000001')
    const report = await probe(await stub({ sender, calls: [{ to: receiver }] }))
    expect(report.sentFunds).toBe(0n)
    expect(report.missingFunds).toBeGreaterThan(0n)
  })
})
