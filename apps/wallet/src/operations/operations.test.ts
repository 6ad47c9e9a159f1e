import { createAccountCall, smartAccountContracts } from '@latchkey/smart-account'
import { afterEach, describe, expect, test } from 'vitest'
import {
  approve,
  call,
  createOperationTests,
  type OperationWorld,
  pay,
  ready,
  sendCalls,
  signIn,
  statusOf,
} from '../testing/createOperationTests.ts'
import { refusal } from '../testing/createTestCalls.ts'

const { setup } = createOperationTests({ afterEach })

describe('a dishonest server', () => {
  const other = `0x${'13'.repeat(20)}` as const
  type Change = (calls: OperationWorld['calls']) => void
  const table: [string, Change][] = [
    [
      'other call data',
      (calls) => {
        calls.forge = (operation) => {
          operation.callData = operation.callData.replace('dead', 'beef') as `0x${string}`
        }
      },
    ],
    [
      'more calls behind',
      (calls) => {
        calls.forge = (operation) => {
          operation.callData = `${operation.callData}00`
        }
      },
    ],
    [
      'another sender',
      (calls) => {
        calls.forge = (operation) => {
          operation.sender = other
        }
      },
    ],
    [
      'a session’s number',
      (calls) => {
        calls.forge = (operation) => {
          operation.nonce = BigInt(smartAccountContracts.sessions) << 96n
        }
      },
    ],
    [
      'another factory',
      (calls) => {
        calls.forge = (operation) => {
          operation.factory = other
        }
      },
    ],
    [
      'another owner of the account',
      (calls) => {
        calls.forge = (operation) => {
          operation.factoryData = operation.factoryData?.replace(
            /0{24}[0-9a-f]{40}/i,
            `${'0'.repeat(24)}${other.slice(2)}`,
          ) as `0x${string}`
        }
      },
    ],
    [
      'a delegation that nobody asked for',
      (calls) => {
        calls.tamper = ({ signatureRequest }) => {
          signatureRequest.authorization = {
            address: smartAccountContracts.implementation,
            chainId: '0x1',
            nonce: '0x0',
          }
        }
      },
    ],
    [
      'gas that no block has',
      (calls) => {
        calls.forge = (operation) => {
          operation.callGasLimit = 40_000_000n
        }
      },
    ],
    [
      'a paymaster with an absurd cost',
      (calls) => {
        calls.forge = (operation) => {
          operation.paymasterPostOpGasLimit = 1n << 64n
        }
      },
    ],
    [
      'an absurd price',
      (calls) => {
        calls.forge = (operation) => {
          operation.maxFeePerGas = 10n ** 15n
        }
      },
    ],
    [
      'a tip above the price',
      (calls) => {
        calls.forge = (operation) => {
          operation.maxPriorityFeePerGas = operation.maxFeePerGas + 1n
        }
      },
    ],
    [
      'a sponsor who does not pay',
      (calls) => {
        calls.forge = (operation) => {
          for (const name of [
            'paymaster',
            'paymasterData',
            'paymasterVerificationGasLimit',
            'paymasterPostOpGasLimit',
          ] as const)
            delete operation[name]
        }
      },
    ],
    [
      'another network',
      (calls) => {
        calls.tamper = ({ preparedCalls }) => {
          preparedCalls.chainId = '0x2105'
        }
      },
    ],
    [
      'another hash',
      (calls) => {
        calls.tamper = ({ signatureRequest }) => {
          signatureRequest.hash = `0x${'ab'.repeat(32)}`
        }
      },
    ],
    [
      'no operation',
      (calls) => {
        calls.tamper = (prepared) => {
          for (const key of Object.keys(prepared)) delete (prepared as Record<string, unknown>)[key]
        }
      },
    ],
  ]
  test.each(table)('error: threat 82: %s: nothing is signed', async (_name, change) => {
    const world = setup()
    const { host } = await signIn(world)
    change(world.calls)
    await expect(sendCalls(host, [pay, call])).rejects.toMatchObject({ failure: { code: 'response_invalid' } })
    expect(world.calls.sent).toStrictEqual([])
    expect(await world.device.store.all('operations')).toStrictEqual([])
  })

  test.each([
    ['another delegate', { address: other }],
    ['a delegation for every network', { chainId: '0x0' }],
  ])('error: threat 82: %s: nothing is signed', async (_name, change) => {
    const world = setup()
    const { host } = await signIn(world, 'eoa')
    world.calls.tamper = ({ signatureRequest }) => Object.assign(signatureRequest.authorization ?? {}, change)
    await expect(sendCalls(host, [pay])).rejects.toMatchObject({ failure: { code: 'response_invalid' } })
    expect(world.calls.sent).toStrictEqual([])
  })

  test('error: an answer for another hash proves nothing about this one', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const honest = world.calls.answer
    world.calls.answer = async (request) => {
      const answer = await honest(request)
      return request.method === 'wallet_sendPreparedCalls' ? { id: `0x${'ab'.repeat(32)}` } : answer
    }
    const sending = sendCalls(host, [pay])
    await approve(host)
    // The server accepted it nevertheless, and confirms that for its hash.
    const { id } = (await sending) as { id: string }
    expect(world.calls.status(id)).toBeDefined()
  })

  test('error: nor does it count for an operation that was not accepted', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const honest = world.calls.answer
    world.calls.answer = async (request) =>
      request.method === 'wallet_sendPreparedCalls' ? { id: `0x${'ab'.repeat(32)}` } : honest(request)
    const sending = sendCalls(host, [pay])
    await approve(host)
    await expect(sending).rejects.toMatchObject({ failure: { code: 'transaction_uncertain' } })
  })
})

describe('sending', () => {
  test('behavior: after a lost answer the server is asked whether it has it', async () => {
    const world = setup()
    const { host } = await signIn(world)
    world.calls.onSent = () => {
      throw new TypeError('cut')
    }
    const sending = sendCalls(host, [pay])
    await approve(host)
    const { id } = (await sending) as { id: string }
    expect(world.calls.sent.length).toBe(1)
    expect(await statusOf(host, id)).toMatchObject({ status: 100 })
  })

  test('error: unknown whether it was sent', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const honest = world.calls.answer
    const id = `0x${'1d'.repeat(32)}`
    const sending = sendCalls(host, [pay], { id })
    await ready(host)
    world.calls.answer = () => {
      throw new TypeError('cut')
    }
    host.frame.actions.approve()
    await expect(sending).rejects.toMatchObject({ failure: { code: 'transaction_uncertain' } })
    // For a time it may be on its way; the next card shows that.
    world.calls.answer = honest
    expect(await statusOf(host, id)).toMatchObject({ status: 100 })
    host.frame.actions.reject()
    const next = sendCalls(host, [call])
    expect((await approve(host)).earlier?.length).toBe(1)
    await next
    // After that, it was never sent and is never sent again.
    world.clock.advance(61_000)
    expect(await statusOf(host, id)).toMatchObject({ status: 400 })
    expect(world.calls.sent.length).toBe(1)
  })

  test('behavior: the same request after an unknown outcome is the same operation', async () => {
    const world = setup()
    const { host, owner } = await signIn(world)
    const honest = world.calls.answer
    const sending = sendCalls(host, [pay])
    await ready(host)
    world.calls.answer = async (request) => {
      if (request.method === 'wallet_sendPreparedCalls') await honest(request)
      throw new TypeError('cut')
    }
    host.frame.actions.approve()
    await expect(sending).rejects.toMatchObject({ failure: { code: 'transaction_uncertain' } })
    host.frame.actions.reject()
    world.calls.answer = honest
    // The server returns the previous nonce until that operation is in a block.
    world.calls.forge = (operation) => {
      operation.nonce = 0n
      Object.assign(operation, createAccountCall({ address: owner }))
    }
    world.calls.code.clear()
    const again = sendCalls(host, [pay])
    await approve(host)
    const { id } = (await again) as { id: string }
    expect(await statusOf(host, id)).toMatchObject({ status: 100 })
    expect(new Set(world.calls.sent.map(({ signature }) => signature)).size).toBe(1)
  })

  test('error: a refused operation was not sent, and its id is free again', async () => {
    const world = setup()
    const { host } = await signIn(world)
    world.calls.onSend = () => {
      throw refusal('operation_limit')
    }
    const id = `0x${'1d'.repeat(32)}`
    const sending = sendCalls(host, [pay], { id })
    await approve(host)
    await expect(sending).rejects.toMatchObject({ failure: { code: 'operation_limit' } })
    host.frame.actions.reject()
    world.calls.onSend = () => {}
    const again = sendCalls(host, [pay], { id })
    await approve(host)
    expect(await again).toStrictEqual({ id })
  })

  test('error: the page is lost between signing and the answer: the next one knows, and nothing is sent twice', async () => {
    const world = setup()
    const { host } = await signIn(world)
    const id = `0x${'1d'.repeat(32)}`
    let reached: () => void = () => {}
    const arrived = new Promise<void>((resolve) => {
      reached = resolve
    })
    const honest = world.calls.answer
    world.calls.answer = async (request) => {
      const answer = await honest(request)
      if (request.method !== 'wallet_sendPreparedCalls') return answer
      reached()
      return new Promise(() => {})
    }
    void sendCalls(host, [pay], { id }).catch(() => {})
    await approve(host)
    await arrived
    host.stop()
    world.calls.answer = honest
    const again = world.open()
    await again.ask('getUser')
    expect(await statusOf(again, id)).toMatchObject({ id, status: 100 })
    world.calls.mine()
    expect(await statusOf(again, id)).toMatchObject({ id, status: 200 })
    await expect(sendCalls(again, [pay], { id })).rejects.toMatchObject({ failure: { rpcCode: 5720 } })
    expect(world.calls.sent.length).toBe(1)
  })

  test('behavior: a transaction of the smart account is answered once it is in a block', async () => {
    const world = setup()
    const { host, account } = await signIn(world)
    const sending = host.ask('rpc', { method: 'eth_sendTransaction', params: [{ from: account, ...pay }] })
    let isAnswered = false
    void sending.then(() => {
      isAnswered = true
    })
    const { description } = await approve(host)
    expect(description).toMatchObject({ intent: 'send', isOperation: true })
    await host.until(() => world.calls.sent.length === 1)
    await host.until(() => host.frame.card.getState() === null)
    world.clock.advance(3_000)
    expect(isAnswered).toBe(false)
    world.calls.mine()
    await host.until(() => {
      world.clock.advanceToDue(5_000)
      return isAnswered
    })
    expect(await sending).toBe(`0x${'7a'.repeat(32)}`)
  })
})
