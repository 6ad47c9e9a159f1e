import { decodeBase58, encodeBase58, solanaNetworks } from '@latchkey/protocol'
import { readTransaction, transactionId, verifySignature } from '@latchkey/solana'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { solanaTransfer, toBase64 } from '../testing/solanaTransfer.ts'

const { setup: setupWorld } = createFrameTests({ afterEach })
const { localnet, localnetTwo } = solanaNetworks
const receiver = encodeBase58(new Uint8Array(32).fill(9))
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/** A cluster that accepts everything. */
async function setup(settings: { cardApprovals?: string } = {}) {
  const world = setupWorld()
  Object.assign(world.server.settings, settings)
  world.server.settings.families = [localnet, localnetTwo]
  const sent: string[] = []
  const cluster = {
    statuses: new Map<string, string>(),
    send: (wire: string): unknown => {
      sent.push(wire)
      return transactionId(bytesOf(wire))
    },
  }
  const account = { owner: '11111111111111111111111111111111', lamports: 5_000_000_000, executable: false }
  const info = { ...account, data: ['', 'base64'], rentEpoch: 0, space: 0 }
  world.server.answerRpc(({ method, params }) => {
    const [first] = params as [never]
    switch (method) {
      case 'getMultipleAccounts':
        return { context: { slot: 1 }, value: (first as string[]).map(() => info) }
      case 'getAccountInfo':
        return { context: { slot: 1 }, value: info }
      case 'isBlockhashValid':
        return { context: { slot: 1 }, value: true }
      case 'getFeeForMessage':
        return { context: { slot: 1 }, value: 5_000 }
      case 'simulateTransaction': {
        const { addresses } = (params[1] as { accounts: { addresses: string[] } }).accounts
        return { context: { slot: 1 }, value: { err: null, logs: [], accounts: addresses.map(() => info) } }
      }
      case 'getSignatureStatuses': {
        const status = (hash: string) => {
          const confirmationStatus = cluster.statuses.get(hash)
          return confirmationStatus ? { confirmationStatus, err: null, slot: 1 } : null
        }
        return { context: { slot: 1 }, value: (first as string[]).map(status) }
      }
      case 'sendTransaction':
        return cluster.send(first)
      default:
        return null
    }
  })
  const host = world.open()
  await host.signIn()
  const { address } = (await host.ask('getUser', { chainId: localnet })) as { address: string }
  const rpc = (method: string, params: object, chainId: string | undefined = undefined) =>
    host.begin('rpc', { method, params, ...(chainId ? { chainId } : {}) }).answer
  /** Approves the visible card. @returns the card and the answer */
  const approve = async <T>(answer: Promise<unknown>) => {
    const card = await host.card('approve', ({ state }) => state === 'ready')
    host.frame.actions.approve()
    return { card, answer: (await answer) as T }
  }
  return { ...world, host, address, rpc, approve, sent, cluster }
}

describe('signing', () => {
  test('default: a message', async () => {
    const { rpc, approve, address } = await setup()
    const message = new TextEncoder().encode('Lantern Paper: order 17')
    const asked = rpc('solana_signMessage', { message: encodeBase58(message), pubkey: address })
    const { card, answer } = await approve<{ signature: string }>(asked)
    expect(card).toMatchObject({
      method: 'solana_signMessage',
      account: { address },
      network: { chainId: localnet, symbol: 'SOL', testnet: true },
      description: { intent: 'signMessage', message: 'Lantern Paper: order 17' },
    })
    const signature = decodeBase58(answer.signature) ?? new Uint8Array()
    expect(verifySignature({ address, message, signature })).toBe(true)
  })

  test('default: a transaction, exactly the one that is shown', async () => {
    const { rpc, approve, address, sent } = await setup()
    const transaction = solanaTransfer({ from: address, to: receiver, lamports: 1_500_000n })
    const asked = rpc('solana_signTransaction', { transaction, pubkey: address })
    const { card, answer } = await approve<{ signature: string; transaction: string }>(asked)
    expect(card.description).toMatchObject({ intent: 'send', target: { address: receiver } })
    const signed = readTransaction(bytesOf(answer.transaction))
    expect(signed.messageBytes).toStrictEqual(readTransaction(bytesOf(transaction)).messageBytes)
    const { messageBytes: message } = signed
    expect(verifySignature({ address, message, signature: decodeBase58(answer.signature) as Uint8Array })).toBe(true)
    expect(answer.signature).toBe(transactionId(bytesOf(answer.transaction)))
    // Sending it is up to the page.
    expect(sent).toStrictEqual([])
  })

  test('behavior: several at once, in their order', async () => {
    const { rpc, approve, address } = await setup()
    const transactions = [1n, 2n, 3n].map((lamports) => solanaTransfer({ from: address, to: receiver, lamports }))
    const { card, answer } = await approve<{ transactions: string[] }>(
      rpc('solana_signAllTransactions', { transactions }),
    )
    expect(card.description?.parts).toHaveLength(3)
    for (const [index, signed] of answer.transactions.entries())
      expect(readTransaction(bytesOf(signed)).messageBytes).toStrictEqual(
        readTransaction(bytesOf(transactions[index] as string)).messageBytes,
      )
  })

  test('behavior: with a foreign fee payer it returns its own signature, and does not send without the other', async () => {
    const { rpc, approve, address, sent } = await setup()
    const feePayer = encodeBase58(new Uint8Array(32).fill(8))
    const transaction = solanaTransfer({ from: address, to: receiver, lamports: 7n, feePayer })
    const { answer } = await approve<{ signature: string; transaction: string }>(
      rpc('solana_signTransaction', { transaction }),
    )
    const { signatures, messageBytes: message } = readTransaction(bytesOf(answer.transaction))
    expect(signatures.map(({ signature }) => signature !== undefined)).toStrictEqual([false, true])
    expect(verifySignature({ address, message, signature: decodeBase58(answer.signature) as Uint8Array })).toBe(true)
    await expect(rpc('solana_signAndSendTransaction', { transaction })).rejects.toMatchObject({
      failure: { code: 'request_refused' },
    })
    expect(sent).toStrictEqual([])
  })

  test('error: threat 93: a transaction that is passed as a message is refused, and shown as a transaction', async () => {
    const { rpc, host, address, sent } = await setup()
    const transaction = bytesOf(solanaTransfer({ from: address, to: receiver, lamports: 1n }))
    const { messageBytes } = readTransaction(transaction)
    await expect(rpc('solana_signMessage', { message: encodeBase58(messageBytes) })).rejects.toMatchObject({
      failure: { code: 'request_refused', rpcCode: 4001 },
    })
    const card = await host.card('refused')
    expect(card.description?.findings).toMatchObject([{ code: 'messageIsTransaction' }, {}])
    expect(sent).toStrictEqual([])
  })

  test('error: threat 93: the key worker does not sign it either, for any caller', async () => {
    const { createSolanaSigner } = await import('./createSolanaSigner.ts')
    const from = encodeBase58(new Uint8Array(32).fill(3))
    const { messageBytes } = readTransaction(bytesOf(solanaTransfer({ from, to: receiver, lamports: 1n })))
    const payload = { kind: 'solanaMessage', account: receiver, message: toBase64(messageBytes) } as const
    const signing = createSolanaSigner().sign({ payload, privateKey: new Uint8Array(32).fill(3) })
    await expect(signing).rejects.toMatchObject({ code: 'malformed_request' })
  })

  test('error: a foreign account, another network than the one in use, and no network', async () => {
    const { rpc, host } = await setup()
    const message = encodeBase58(new Uint8Array([1]))
    await expect(rpc('solana_signMessage', { message, pubkey: receiver })).rejects.toMatchObject({
      failure: { code: 'account_changed', rpcCode: 4100 },
    })
    await expect(rpc('solana_signMessage', { message }, localnetTwo)).rejects.toMatchObject({
      failure: { code: 'chain_changed', rpcCode: 4901 },
    })
    await host.ask('switchNetwork', { chainId: localnetTwo })
    await expect(rpc('solana_signMessage', { message }, localnet)).rejects.toMatchObject({
      failure: { code: 'chain_changed' },
    })
    const { answer } = host.begin('rpc', { method: 'solana_signMessage', params: { message } })
    expect(await host.card('approve', ({ state }) => state === 'ready')).toMatchObject({
      network: { chainId: localnetTwo },
    })
    host.frame.actions.reject()
    await expect(answer).rejects.toMatchObject({ failure: { code: 'user_rejected', rpcCode: 4001 } })
  })
})

describe('deciding', () => {
  test('behavior: moving money is decided in a window if the project requires it; a message on the card', async () => {
    const { rpc, host, address, server } = await setup({ cardApprovals: 'messages' })
    expect(server.settings.cardApprovals).toBe('messages')
    const transaction = solanaTransfer({ from: address, to: receiver, lamports: 1n })
    for (const [method, params, place] of [
      ['solana_signTransaction', { transaction }, 'window'],
      ['solana_signMessage', { message: encodeBase58(new TextEncoder().encode('hello')) }, 'card'],
    ] as const) {
      const asked = rpc(method, params)
      expect(await host.card('approve', ({ state }) => state === 'ready')).toMatchObject({ place })
      // A click on the card decides nothing if a window is required.
      if (place === 'window') host.frame.actions.approve()
      host.frame.actions.reject()
      await expect(asked).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
    }
  })

  test('behavior: one prompt at a time, for every family; an aborted one closes', async () => {
    const { rpc, host } = await setup()
    const { id, answer } = host.begin('rpc', { method: 'solana_signMessage', params: { message: '2g' } })
    await host.card('approve', ({ state }) => state === 'ready')
    for (const [method, params] of [
      ['solana_signMessage', { message: '2g' }],
      ['personal_sign', ['0x00', `0x${'00'.repeat(20)}`]],
    ] as const)
      await expect(rpc(method, params)).rejects.toMatchObject({ failure: { code: 'prompt_open', rpcCode: -32002 } })
    await host.ask('rpcAbort', { id })
    await expect(answer).rejects.toMatchObject({ failure: { code: 'rpc_aborted' } })
    expect(host.frame.card.getState()).toBe(null)
  })

  test('behavior: a wallet that locked in the meantime asks for a step-up, and unlocks with it', async () => {
    const { rpc, approve, host, clock } = await setup()
    clock.advance(16 * 60_000)
    await host.until(() => host.events.some(({ name }) => name === 'locked'))
    const asked = rpc('solana_signMessage', { message: '2g' })
    await host.unlock()
    const { answer } = await approve<{ signature: string }>(asked)
    expect(decodeBase58(answer.signature)).toHaveLength(64)
  })
})

describe('sending', () => {
  test('default: recorded before it is sent, and forgotten with the answer', async () => {
    const { rpc, approve, address, sent, cluster, device } = await setup()
    const kept: string[][] = []
    const { send } = cluster
    cluster.send = async (wire) => {
      kept.push((await device.store.all('sendings')).map(({ hash }) => hash))
      return send(wire)
    }
    const transaction = solanaTransfer({ from: address, to: receiver, lamports: 42n })
    const asked = rpc('solana_signAndSendTransaction', { transaction, sendOptions: { skipPreflight: true } })
    const { answer } = await approve<{ signature: string }>(asked)
    expect(sent).toHaveLength(1)
    expect(kept).toStrictEqual([[answer.signature]])
    expect(transactionId(bytesOf(sent[0] as string))).toBe(answer.signature)
    expect(await device.store.all('sendings')).toStrictEqual([])
    expect(await device.store.get('receivers', address)).toStrictEqual([receiver])
  })

  test('behavior: threat 95: after a lost answer the same bytes are sent again, and are one payment', async () => {
    const { rpc, approve, address, sent, cluster, server } = await setup()
    const { send } = cluster
    let cuts = 1
    cluster.send = (wire) => {
      const answer = send(wire)
      if (cuts-- > 0) throw new TypeError('cut')
      return answer
    }
    const transaction = solanaTransfer({ from: address, to: receiver, lamports: 43n })
    const { answer } = await approve<{ signature: string }>(rpc('solana_signAndSendTransaction', { transaction }))
    expect(sent[1]).toBe(sent[0])
    expect(answer.signature).toBe(transactionId(bytesOf(sent[0] as string)))
    expect(server.rpcCalls.filter(({ method }) => method === 'sendTransaction')[0]?.params[1]).toStrictEqual({
      encoding: 'base64',
    })
  })

  test('error: threat 95: without any answer it reports the uncertainty, and the next card names the transaction', async () => {
    const { rpc, approve, address, host, cluster, clock } = await setup()
    let hash = ''
    cluster.send = (wire) => {
      hash = transactionId(bytesOf(wire)) ?? ''
      throw new TypeError('cut')
    }
    const transaction = solanaTransfer({ from: address, to: receiver, lamports: 44n })
    const lost = approve(rpc('solana_signAndSendTransaction', { transaction }))
    await expect(lost).rejects.toMatchObject({ failure: { code: 'transaction_uncertain' } })
    host.frame.actions.reject()
    const again = rpc('solana_signAndSendTransaction', { transaction })
    expect(await host.card('approve', ({ state }) => state === 'ready')).toMatchObject({ earlier: [hash] })
    host.frame.actions.reject()
    await expect(again).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
    // Its blockhash has expired, so it can no longer be included.
    clock.advance(121_000)
    const third = rpc('solana_signAndSendTransaction', { transaction })
    expect(await host.card('approve', ({ state }) => state === 'ready')).toMatchObject({ earlier: [] })
    host.frame.actions.reject()
    await expect(third).rejects.toMatchObject({ failure: { code: 'user_rejected' } })
  })

  test('error: a refusal of the cluster is its answer', async () => {
    const { rpc, approve, address, device, cluster } = await setup()
    cluster.send = () => {
      throw { code: -32002, message: 'Transaction simulation failed', data: { err: 'BlockhashNotFound' } }
    }
    const transaction = solanaTransfer({ from: address, to: receiver, lamports: 45n })
    const refused = approve(rpc('solana_signAndSendTransaction', { transaction }))
    await expect(refused).rejects.toMatchObject({ failure: { code: 'upstream_refused', rpcCode: -32002 } })
    expect(await device.store.all('sendings')).toStrictEqual([])
  })
})

test('error: fuzz: refuses unreadable requests without asking the visitor', async () => {
  const { readSolanaParams } = await import('./readSolanaParams.ts')
  const methods = [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ]
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.base64String(), fc.constantFrom(undefined, null, receiver))
  const names = fc.constantFrom('message', 'transaction', 'transactions', 'pubkey', 'sendOptions', '__proto__', 'x')
  const params = fc.oneof(
    value,
    fc.array(fc.tuple(names, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...methods), params, (method, given) => {
      try {
        const read = readSolanaParams({ method, params: given })
        const text = 'message' in read ? read.message : 'transactions' in read ? read.transactions : read.transaction
        for (const one of [text].flat()) expect(one).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
      } catch (error) {
        expect(error).toMatchObject({ code: 'malformed_request' })
      }
    }),
    { numRuns: 500 },
  )
  for (const bad of [
    { transaction: toBase64(new Uint8Array(1_233)) },
    { transaction: 'AB==' },
    { transaction: 'AAAA', sendOptions: { maxRetries: -1 } },
    { transaction: 'AAAA', sendOptions: { preflightCommitment: 'recent' } },
    { transaction: 'AAAA', sendOptions: { encoding: 'base58' } },
    { transaction: 'AAAA', more: 1 },
  ])
    expect(() => readSolanaParams({ method: 'solana_signAndSendTransaction', params: bad })).toThrow(
      expect.objectContaining({ code: 'malformed_request' }),
    )
})
