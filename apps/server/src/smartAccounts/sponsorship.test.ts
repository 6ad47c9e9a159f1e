import { latchkeyPaymasterAbi } from '@latchkey/contracts'
import type { RpcUserOperation } from '@latchkey/protocol'
import {
  createAccountCall,
  encodeCalls,
  entryPoint08,
  fromRpcOperation,
  hashOperation,
  packOperation,
  paymasterGas,
  revokeCall,
  sessionNonceKey,
  stubSignature,
  type UserOperation,
} from '@latchkey/smart-account'
import { custom, encodeAbiParameters, numberToHex, parseEventLogs } from 'viem'
import { createBundlerClient, createPaymasterClient, entryPoint08Abi, toSmartAccount } from 'viem/account-abstraction'
import { encodeFunctionData } from 'viem/utils'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/createTestDatabase.ts'
import { until } from '../testing/until.ts'
import {
  chainId,
  createOwner,
  hexChainId,
  otherProjectId,
  type SmartAccountWorld,
  startSmartAccountWorld,
  transfer,
} from './testing/startSmartAccountWorld.ts'

const receiver = '0x00000000000000000000000000000000000b0b00'
const connection = await createTestDatabase()
let base: SmartAccountWorld
let world: SmartAccountWorld | undefined
beforeAll(async () => {
  base = await startSmartAccountWorld({ connection })
}, 120_000)
afterEach(async () => {
  await world?.stop()
  world = undefined
  await connection.database.execute('delete from sponsorships')
  await connection.database.execute('delete from sponsorship_budgets')
})
afterAll(async () => {
  await base?.stop()
  await connection.close()
})

/** Starts another process on the same chain and database. */
const start = async (options: Parameters<typeof startSmartAccountWorld>[0]) => {
  world = await startSmartAccountWorld({ ...options, connection, devnet: base.devnet, bundling: false })
  return world
}

const ready = async () => {
  const { owner, account } = createOwner()
  await base.fund(account, { tokens: 1_000n })
  return {
    owner,
    account,
    request: {
      from: account,
      calls: [transfer(base.token, receiver, 1n)],
      capabilities: { account: { owner: owner.address } },
    },
  }
}
const rows = async () => {
  const result = await connection.database.execute(
    'select state, reserved, cost from sponsorships order by created_at, hash',
  )
  return result.rows as { state: string; reserved: string; cost: string | null }[]
}
const used = async () => {
  const result = await connection.database.execute(
    `select kind, used, operations from sponsorship_budgets order by kind`,
  )
  return result.rows as { kind: string; used: string; operations: number }[]
}

describe('sponsorship', () => {
  test('default: reserves the worst case, and settles at the actual cost', async () => {
    const { owner, request } = await ready()
    const prepared = await base.prepare(request)
    expect(prepared.capabilities.sponsor).toEqual({ name: 'Test' })
    const [open] = await rows()
    expect(open).toMatchObject({ state: 'reserved', cost: null })
    expect(BigInt(open?.reserved ?? 0)).toBe(BigInt(prepared.capabilities.maxCost))
    const another = await base.prepare((await ready()).request)
    expect((await base.send(await base.sign(prepared, owner))).error).toBeUndefined()
    expect(await base.ended(prepared.signatureRequest.hash)).toMatchObject({ status: 200 })
    await until(async () => (await rows()).some(({ state }) => state === 'settled'))
    const settled = (await rows()).find(({ state }) => state === 'settled')
    const logs = await base.reader.getContractEvents({
      ...{ address: entryPoint08, abi: entryPoint08Abi, eventName: 'UserOperationEvent' },
      args: { sender: request.from },
      fromBlock: 0n,
    })
    expect(BigInt(settled?.cost ?? 0)).toBe(logs[0]?.args.actualGasCost)
    const total = BigInt(settled?.cost ?? 0) + BigInt(another.capabilities.maxCost)
    const project = (await used()).find(({ kind }) => kind === 'project')
    expect(project).toEqual({ kind: 'project', used: total.toString(), operations: 2 })
  }, 60_000)

  test('threat 87: above the limits, the account pays itself, and is told the reason', async () => {
    const { request, account, owner } = await ready()
    const tight = await start({ sponsorship: { operationsPerAccountAndDay: 1 } })
    const calls = [transfer(base.token, receiver, 2n)]
    const first = await tight.prepare(request)
    expect(first.capabilities.sponsor).toEqual({ name: 'Test' })
    // Another operation with the same nonce: only one of them can be included.
    expect((await tight.prepare({ ...request, calls })).capabilities.sponsor).toEqual({ name: 'Test' })
    await base.send(await base.sign(first, owner))
    expect(await base.ended(first.signatureRequest.hash)).toMatchObject({ status: 200 })
    const second = await tight.prepare({ ...request, calls })
    expect(second.capabilities.sponsor).toBeNull()
    expect(second.preparedCalls.data.paymaster).toBeUndefined()
    expect(BigInt(second.capabilities.maxCost)).toBeGreaterThan(0n)
    await base.fund(account, { ether: 10n ** 18n })
    expect((await base.send(await base.sign(second, owner))).error).toBeUndefined()
    expect(await base.ended(second.signatureRequest.hash)).toMatchObject({ status: 200 })
    expect(await base.reader.getBalance({ address: account })).toBeLessThan(10n ** 18n)
  }, 60_000)

  test('threat 87: enforces the limits of an operation, of an account and of a project', async () => {
    for (const sponsorship of [{ perOperation: '1' }, { perAccountAndDay: '1' }, { perProjectAndDay: '1' }]) {
      const tight = await start({ sponsorship })
      const { request } = await ready()
      expect((await tight.prepare(request)).capabilities.sponsor, JSON.stringify(sponsorship)).toBeNull()
      await tight.stop()
      world = undefined
    }
    expect(await rows()).toEqual([])
  }, 60_000)

  test('threat 87: allows only listed targets in every call of a batch, and always the grant of a permission', async () => {
    const tight = await start({ sponsorship: { targets: [base.token] } })
    const { request } = await ready()
    const sponsorOf = async (calls: typeof request.calls) =>
      (await tight.prepare({ ...request, calls })).capabilities.sponsor
    expect(await sponsorOf(request.calls)).not.toBeNull()
    expect(await sponsorOf([...request.calls, { to: receiver, data: '0x' }])).toBeNull()
    const grant = revokeCall(7)
    expect(await sponsorOf([{ to: grant.to, data: grant.data ?? '0x' }])).not.toBeNull()
  }, 60_000)

  test('threat 87: does not sponsor a foreign account, a foreign validator, a higher fee, or hidden calls', async () => {
    const { request } = await ready()
    const prepared = await base.prepare(request)
    const ask = (change: object, method = 'pm_getPaymasterData') => {
      const { paymaster: _, paymasterData: __, ...data } = prepared.preparedCalls.data
      return base.ask<{ paymaster: string; paymasterData: string; sponsor: object }>(
        ...(['/v1/paymaster', method, [{ ...data, ...change }, entryPoint08, hexChainId, {}]] as const),
      )
    }
    const codeOf = async (change: object) => (await ask(change)).error?.data?.code
    expect((await ask({})).result).toMatchObject({
      paymaster: base.devnet.contracts.paymaster,
      sponsor: { name: 'Test' },
    })
    expect((await ask({}, 'pm_getPaymasterStubData')).result).toMatchObject({ isFinal: false })
    expect(await codeOf({ sender: receiver })).toBe('sponsorship_refused')
    expect(await codeOf({ factory: receiver })).toBe('sponsorship_refused')
    expect(await codeOf({ nonce: numberToHex(BigInt(receiver) << 96n) })).toBe('sponsorship_refused')
    expect(await codeOf({ callData: `${prepared.preparedCalls.data.callData}00` })).toBe('sponsorship_refused')
    expect(await codeOf({ callData: '0x12345678' })).toBe('sponsorship_refused')
    const much = (name: 'maxFeePerGas' | 'callGasLimit' | 'preVerificationGas', times: bigint) => ({
      [name]: numberToHex(BigInt(prepared.preparedCalls.data[name]) * times),
    })
    expect(await codeOf(much('maxFeePerGas', 3n))).toBe('sponsorship_refused')
    expect(await codeOf(much('callGasLimit', 40n))).toBe('sponsorship_refused')
    expect(await codeOf(much('preVerificationGas', 40n))).toBe('sponsorship_refused')
    const wrong = await base.ask('/v1/paymaster', 'pm_getPaymasterData', [{}, receiver, hexChainId, {}])
    expect(wrong.error.code).toBe(-32602)
  }, 60_000)

  describe('a visitor who submits a sponsored operation elsewhere', () => {
    /** Returns the paymaster's answer for a changed operation of a deployed account, and the operation. */
    const ask = async ({
      change,
      signature,
    }: {
      change: (data: Record<Numbers, bigint>) => Partial<Record<Numbers, bigint>>
      signature?: `0x${string}`
    }) => {
      const { owner, request } = await ready()
      expect(await base.run(request, owner)).toMatchObject({ status: 200 })
      const { paymaster: _, paymasterData: __, ...data } = (await base.prepare(request)).preparedCalls.data
      const numbers = Object.fromEntries(names.map((name) => [name, BigInt(data[name] ?? 0)])) as Record<
        Numbers,
        bigint
      >
      const changes = Object.entries(change(numbers)).map(([name, value]) => [name, numberToHex(value)])
      const changed: RpcUserOperation = { ...data, ...(signature ? { signature } : {}), ...Object.fromEntries(changes) }
      const answer = await base.ask<PaymasterAnswer>(
        ...(['/v1/paymaster', 'pm_getPaymasterData', [changed, entryPoint08, hexChainId, {}]] as const),
      )
      return { owner, changed, answer }
    }
    const anyPasskey = { x: `0x${'00'.repeat(32)}`, y: `0x${'00'.repeat(32)}` } as const
    const names = [
      ...([
        'callGasLimit',
        'verificationGasLimit',
        'preVerificationGas',
        'maxFeePerGas',
        'maxPriorityFeePerGas',
      ] as const),
      ...(['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const),
    ]
    type Numbers = (typeof names)[number]
    type PaymasterAnswer = Pick<
      Required<RpcUserOperation>,
      'paymaster' | 'paymasterData' | 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'
    >

    /** Submits it without our bundler. */
    const sendAlone = async ({ owner, changed, answer }: Awaited<ReturnType<typeof ask>>) => {
      const { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = answer.result
      const sponsored = { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit }
      const operation = fromRpcOperation({ ...changed, ...sponsored, signature: '0x' })
      const signature = await owner.sign({ hash: hashOperation({ operation, chainId: 31337 }) })
      const { address } = base.devnet.faucet
      await base.node('anvil_impersonateAccount', [address])
      const args = [[packOperation({ ...operation, signature })], address] as const
      const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
      const call = { from: address, to: entryPoint08, data, gas: numberToHex(5_000_000n) }
      const deposit = () =>
        base.reader.readContract({
          ...{ address: entryPoint08, abi: entryPoint08Abi, functionName: 'balanceOf' },
          args: [paymaster],
        })
      const budget = `0x${base.context.config.projects[0]?.id ?? ''}` as const
      const spent = async () => {
        const { timestamp } = await base.reader.getBlock()
        return base.reader.readContract({
          ...{ address: paymaster, abi: latchkeyPaymasterAbi, functionName: 'spentOf' },
          args: [budget, Number(timestamp)],
        })
      }
      const before = { deposit: await deposit(), spent: await spent() }
      const hash = await base.node<`0x${string}`>('eth_sendTransaction', [call])
      const receipt = await base.reader.waitForTransactionReceipt({ hash })
      expect(receipt.status).toBe('success')
      const [event] = parseEventLogs({ abi: entryPoint08Abi, eventName: 'UserOperationEvent', logs: receipt.logs })
      if (!event) throw new Error('the operation was not taken')
      const lost = before.deposit - (await deposit())
      return { receipt, event: event.args, lost, charged: (await spent()) - before.spent }
    }

    test('threat 87: receives the gas cost of the transaction, and a tenth more at most', async () => {
      const refused = async (change: Parameters<typeof ask>[0]['change'], signature?: `0x${string}`) => {
        const { error } = (await ask({ change, ...(signature ? { signature } : {}) })).answer
        return [error?.data?.code, error?.data?.field]
      }
      expect(await refused(({ preVerificationGas }) => ({ preVerificationGas: preVerificationGas * 3n }))).toEqual([
        ...['sponsorship_refused', 'preVerificationGas'],
      ])
      expect(await refused(({ preVerificationGas: gas }) => ({ preVerificationGas: (gas * 112n) / 100n }))).toEqual([
        ...['sponsorship_refused', 'preVerificationGas'],
      ])
      expect(await refused(({ callGasLimit }) => ({ callGasLimit: callGasLimit * 3n }))).toEqual([
        ...['sponsorship_refused', 'callGasLimit'],
      ])
      expect(await refused(({ maxPriorityFeePerGas: tip }) => ({ maxPriorityFeePerGas: (tip * 26n) / 10n }))).toEqual([
        ...['sponsorship_refused', 'maxFeePerGas'],
      ])
      // Another signature than the one that is sent later: long, and without zeros.
      const bloated = encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'bytes' }],
        [stubSignature(), `0x${'ff'.repeat(4_000)}`],
      )
      for (const signature of [bloated, `${stubSignature({ passkey: anyPasskey })}${'ff'.repeat(4_000)}` as const]) {
        expect(
          await refused(({ preVerificationGas: gas }) => ({ preVerificationGas: gas + 60_000n }), signature),
        ).toEqual(['sponsorship_refused', 'preVerificationGas'])
      }
      const most = await ask({
        change: ({ preVerificationGas, callGasLimit }) => ({
          preVerificationGas: (preVerificationGas * 109n) / 100n,
          callGasLimit: (callGasLimit * 5n) / 4n,
        }),
      })
      const { receipt, event } = await sendAlone(most)
      expect(Number(event.actualGasUsed) / Number(receipt.gasUsed)).toBeLessThan(1.1)
    }, 60_000)

    test('threat 87: the contract’s budget is charged the actual cost, for any gas limit of the last step', async () => {
      const asked = await ask({ change: () => ({ paymasterPostOpGasLimit: 1n, paymasterVerificationGasLimit: 1n }) })
      expect(asked.answer.result).toMatchObject({
        paymasterVerificationGasLimit: numberToHex(paymasterGas.paymasterVerificationGasLimit),
        paymasterPostOpGasLimit: numberToHex(paymasterGas.paymasterPostOpGasLimit),
      })
      const { lost, charged, event } = await sendAlone(asked)
      const fee = event.actualGasCost / event.actualGasUsed
      expect(event.success).toBe(true)
      expect(charged).toBeGreaterThanOrEqual(lost)
      // The unused gas of `postOp`, and the gas to settle.
      expect(charged - lost).toBeLessThanOrEqual(14_000n * fee)
    }, 60_000)
  })

  test('threat 87: a caller can get a promise for an account only for its next nonce', async () => {
    const { owner, account, request } = await ready()
    expect(await base.run(request, owner)).toMatchObject({ status: 200 })
    const { paymaster: _, paymasterData: __, ...data } = (await base.prepare(request)).preparedCalls.data
    await connection.database.execute('delete from sponsorships')
    const askFor = async (nonce: bigint) => {
      const params = [{ ...data, nonce: numberToHex(nonce) }, entryPoint08, hexChainId, {}]
      const { error } = await base.ask<object>('/v1/paymaster', 'pm_getPaymasterData', params)
      return [error?.data?.code, error?.data?.field]
    }
    for (const nonce of [0n, 2n, 3n, 97n]) expect(await askFor(nonce)).toEqual(['sponsorship_refused', 'nonce'])
    // A separate nonce key. A caller could choose any number of them.
    expect(await askFor(1n << 64n)).toEqual(['sponsorship_refused', 'operation'])
    // A permission that the account has not granted: it signs nothing.
    expect((await askFor(sessionNonceKey(9) << 64n))[0]).toBe('sponsorship_refused')
    expect(await rows()).toEqual([])
    expect(await askFor(1n)).toEqual([undefined, undefined])
    expect((await rows()).map(({ state }) => state)).toEqual(['reserved'])
    expect(account).toBe(request.from)
  }, 60_000)

  test('behavior: sponsors viem’s own bundler client, at the bundler’s prices', async () => {
    const { owner, account } = createOwner()
    await base.fund(account, { tokens: 1_000n })
    const transport = (path: string) =>
      custom({
        request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
          const { result, error } = await base.ask<unknown>(path, method, params ?? [], { chainId })
          if (error) throw Object.assign(new Error(error.message), error)
          return result
        },
      })
    const client = createBundlerClient({
      client: base.reader,
      transport: transport('/v1/bundler'),
      paymaster: createPaymasterClient({ transport: transport('/v1/paymaster') }),
      pollingInterval: 20,
      userOperation: {
        estimateFeesPerGas: async ({ bundlerClient }) => {
          const prices = (await bundlerClient.request({ method: 'pimlico_getUserOperationGasPrice' } as never)) as {
            fast: { maxFeePerGas: `0x${string}`; maxPriorityFeePerGas: `0x${string}` }
          }
          const { maxFeePerGas, maxPriorityFeePerGas } = prices.fast
          return { maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) }
        },
      },
    })
    const smart = await toSmartAccount({
      client: base.reader,
      entryPoint: { abi: entryPoint08Abi, address: entryPoint08, version: '0.8' },
      getAddress: async () => account,
      getFactoryArgs: async () => createAccountCall({ address: owner.address }),
      encodeCalls: async (calls) => encodeCalls(calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))),
      getNonce: () =>
        base.reader.readContract({
          ...{ address: entryPoint08, abi: entryPoint08Abi, functionName: 'getNonce' },
          args: [account, 0n],
        }),
      getStubSignature: async () => stubSignature(),
      signUserOperation: async (operation) => {
        const whole = { ...operation, sender: account, signature: '0x' } as UserOperation
        return owner.sign({ hash: hashOperation({ operation: whole, chainId: 31337 }) })
      },
      signMessage: async () => '0x',
      signTypedData: async () => '0x',
    })
    // Once with the deployment, once without.
    for (const _ of [1, 2]) {
      const hash = await client.sendUserOperation({
        account: smart,
        calls: [transfer(base.token, receiver, 1n)],
      })
      const { success, paymaster } = await client.waitForUserOperationReceipt({ hash })
      expect([success, paymaster?.toLowerCase()]).toEqual([true, base.devnet.contracts.paymaster.toLowerCase()])
    }
    expect(await base.reader.getBalance({ address: account })).toBe(0n)
  }, 60_000)

  test('threat 87: after the contract’s own budget is used up, the account pays itself', async () => {
    const { request } = await ready()
    const { operator, contracts } = base.devnet
    const budget = `0x${otherProjectId}` as const
    const setBudget = async (limit: bigint) => {
      const args = [budget, limit, 86_400] as const
      const data = encodeFunctionData({ abi: latchkeyPaymasterAbi, functionName: 'setBudget', args })
      await base.node('anvil_impersonateAccount', [operator.address])
      await base.node('eth_sendTransaction', [{ from: operator.address, to: contracts.paymaster, data }])
      await until(async () => {
        const call = { address: contracts.paymaster, abi: latchkeyPaymasterAbi, functionName: 'budgetOf' } as const
        // The node may have moved past the block of the request.
        const found = await base.reader.readContract({ ...call, args: [budget] }).catch(() => undefined)
        return found?.[1] === limit
      })
    }
    // The block that sets the budget also changes the gas price. That may refuse an operation that is being prepared.
    const paidBy = async (name: string, projectId?: string) =>
      until(async () => (await base.prepare(request, projectId)).capabilities.sponsor?.name === name)
    await setBudget(1n)
    expect((await base.prepare(request, otherProjectId)).capabilities.sponsor).toBeNull()
    await paidBy('Test')
    await setBudget(10n ** 18n)
    await paidBy('Other', otherProjectId)
  }, 60_000)

  test('behavior: settles operations of any bundler after a restart', async () => {
    const { owner, request } = await ready()
    const dying = await start({})
    const prepared = await dying.prepare(request)
    const never = await dying.prepare((await ready()).request)
    await dying.stop()
    world = undefined
    // Another bundler submits it.
    const signature = await owner.sign({ hash: prepared.signatureRequest.hash })
    const operation = { ...fromRpcOperation(prepared.preparedCalls.data), signature }
    const { faucet } = base.devnet
    await base.node('anvil_impersonateAccount', [faucet.address])
    const data = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [[packOperation(operation)], faucet.address],
    })
    await base.node('eth_sendTransaction', [
      { from: faucet.address, to: entryPoint08, data, gas: numberToHex(5_000_000n) },
    ])
    await until(async () => (await base.reader.getCode({ address: request.from })) !== undefined)

    const back = await start({})
    await until(async () => (await rows()).some(({ state }) => state === 'settled'))
    expect((await rows()).map(({ state }) => state).sort()).toEqual(['reserved', 'settled'])
    // The other one has expired. Its part of the budget is only returned after that time on the chain's clock.
    await back.smartAccounts.paymaster?.settle()
    expect((await rows()).map(({ state }) => state).sort()).toEqual(['reserved', 'settled'])
    await base.node('evm_increaseTime', [400])
    await base.node('evm_mine')
    await back.smartAccounts.paymaster?.settle()
    expect((await rows()).map(({ state }) => state).sort()).toEqual(['expired', 'settled'])
    const settled = (await rows()).find(({ state }) => state === 'settled')
    const project = (await used()).find(({ kind }) => kind === 'project')
    expect(project).toMatchObject({ used: settled?.cost, operations: 1 })
    expect(never.capabilities.sponsor).not.toBeNull()
  }, 60_000)

  test('behavior: sponsors concurrent operations only as far as the budget lasts', async () => {
    const owners: Awaited<ReturnType<typeof ready>>[] = []
    for (let one = 0; one < 5; one += 1) owners.push(await ready())
    const { capabilities } = await base.prepare((await ready()).request)
    await connection.database.execute('delete from sponsorship_budgets')
    const two = (BigInt(capabilities.maxCost) * 5n) / 2n
    const tight = await start({ sponsorship: { perProjectAndDay: two.toString() } })
    const prepared = await Promise.all(owners.map(({ request }) => tight.prepare(request)))
    expect(prepared.filter(({ capabilities: { sponsor } }) => sponsor !== null)).toHaveLength(2)
  }, 60_000)

  test('error: /ready reports a paymaster with another signer, and a contract that is no paymaster', async () => {
    const check = async (paymaster: string, key?: `0x${string}`) => {
      const other = await start({ sponsorship: { paymaster }, ...(key ? { paymasterKey: key } : {}) })
      const checks = other.smartAccounts.checks().filter(({ name }) => name === `paymaster ${chainId}`)
      const found = await Promise.all(
        checks.map(({ check: look }) =>
          look().then(
            () => 'ok',
            ({ message }) => message,
          ),
        ),
      )
      await other.stop()
      world = undefined
      return found
    }
    expect(await check(base.devnet.contracts.paymaster)).toEqual(['ok'])
    expect(await check(base.devnet.contracts.paymaster, `0x${'12'.repeat(32)}`)).toEqual([
      expect.stringContaining(
        `accepts signatures of ${base.devnet.paymasterSigner.address}, but the key of smartAccounts.paymaster is`,
      ),
    ])
    expect(await check(receiver)).toEqual([expect.stringContaining(`There is no LatchkeyPaymaster at ${receiver}`)])
  }, 60_000)

  test('behavior: the metrics have the cost and the remaining funds', async () => {
    const { request } = await ready()
    const { capabilities } = await base.prepare(request)
    const text = await base.context.metrics.metrics()
    const value = (name: string) => Number(new RegExp(`^${name}\\{chain="${chainId}"\\} (\\S+)$`, 'm').exec(text)?.[1])
    expect(value('latchkey_sponsorship_today_wei')).toBe(Number(capabilities.maxCost))
    expect(value('latchkey_paymaster_deposit_wei')).toBeGreaterThan(9e20)
  }, 60_000)

  test('behavior: sponsors in the last seconds of a budget’s day', async () => {
    const { owner, request } = await ready()
    const days = (await base.reader.getBlock()).timestamp / 86_400n
    await base.node('evm_setNextBlockTimestamp', [Number((days + 1n) * 86_400n - 10n)])
    await base.node('evm_mine') // The chain's clock stays ahead, so this must be the last test.
    expect(await base.run(request, owner)).toMatchObject({ status: 200 })
    expect(await rows()).toHaveLength(1)
  }, 60_000)
})
