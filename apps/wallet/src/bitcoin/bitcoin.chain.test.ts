import { join } from 'node:path'
import { buildPayment, fromHex, readPsbt, readTransaction, verifyMessage } from '@latchkey/bitcoin'
import { type LocalBitcoin, startBitcoin } from '@latchkey/devnet/bitcoin'
import { bitcoinNetworks, frameLimits } from '@latchkey/protocol'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerEsplora } from '../testing/answerEsplora.ts'
import { createFrameTests } from '../testing/createFrameTests.ts'

const { setup: setupWorld } = createFrameTests({ afterEach })
const { regtest, testnet, mainnet } = bitcoinNetworks

let bitcoin: LocalBitcoin
beforeAll(async () => {
  bitcoin = await startBitcoin({ bakeFolder: join(process.cwd(), '.latchkey', 'test-bake') })
}, 60_000)
afterAll(async () => {
  await bitcoin?.stop()
})

type Unspent = { txid: string; vout: number; value: number; status: { block_height?: number } }
const esplora = async (path: string) => (await fetch(`${bitcoin.esploraUrl}${path}`)).json() as Promise<never>
const personOf = (name: string) => {
  const found = bitcoin.accounts.find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

/** A visitor on the local chain, with coins on both addresses. */
async function setup({ coins = [400_000, 250_000] }: { coins?: number[] } = {}) {
  const world = setupWorld()
  world.server.settings.families = [regtest, testnet, mainnet]
  const answer = answerEsplora(bitcoin.esploraUrl)
  world.server.answerRpc(answer)
  const host = world.open()
  await host.signIn()
  const { accounts } = (await host.ask('getUser', { chainId: regtest })) as {
    accounts: { address: string; publicKey: string }[]
  }
  const [payment, ordinal] = accounts
  if (!payment || !ordinal) throw new Error('no accounts')
  for (const value of coins) await bitcoin.fund({ address: payment.address, value })
  if (coins.length > 0) {
    await bitcoin.fund({ address: ordinal.address, value: 10_000 })
    await bitcoin.mine()
  }
  const rpc = (method: string, params: object, chainId: string | undefined = undefined) =>
    host.begin('rpc', { method, params, ...(chainId ? { chainId } : {}) }).answer
  const approve = async <T>(asked: Promise<unknown>) => {
    const card = await Promise.race([
      host.card('approve', ({ state }) => state === 'ready'),
      asked.then(() => {
        throw new Error('answered without a card')
      }),
    ])
    host.frame.actions.approve()
    return { card, answer: (await asked) as T }
  }
  /** Coins of an address, as the author of a PSBT knows them. */
  const coinsOf = async (address: string, type: 'p2wpkh' | 'p2tr') => {
    const list = (await esplora(`/address/${address}/utxo`)) as Unspent[]
    return Promise.all(
      list.map(async ({ txid, vout, value, status }) => {
        const previousTransaction = await (await fetch(`${bitcoin.esploraUrl}/tx/${txid}/hex`)).text()
        const output = readTransaction({ hex: previousTransaction, chainId: regtest }).outputs[vout]
        return {
          ...{ txid, vout, type, address, previousTransaction, height: status.block_height ?? null },
          value: BigInt(value),
          script: output?.script ?? new Uint8Array(),
        }
      }),
    )
  }
  return { ...world, host, payment: payment.address, ordinal: ordinal.address, rpc, approve, coinsOf, answer }
}

describe('a transfer', () => {
  test('default: signed as shown, recorded, and in a block', async () => {
    const { payment, rpc, approve, device, server, answer } = await setup()
    const to = personOf('Ben').payment.address
    const kept: unknown[] = []
    server.answerRpc(async (request) => {
      if (request.method === 'sendrawtransaction') kept.push(...(await device.store.all('sendings')))
      return answer(request)
    })
    const asked = rpc('sendTransfer', { account: payment, recipientAddress: to, amount: '300000' })
    const { card, answer: sent } = await approve<{ txid: string }>(asked)
    expect(card).toMatchObject({
      method: 'sendTransfer',
      account: { address: payment },
      network: { chainId: regtest, symbol: 'BTC' },
      description: { intent: 'send', target: { address: to } },
    })
    const { inputs, outputs } = card.description?.family?.coins ?? { inputs: [], outputs: [] }
    expect(outputs.map(({ kind, address }) => [kind, address]).sort()).toStrictEqual([
      ['change', payment],
      ['receiver', to],
    ])
    expect(inputs.every(({ owner, address }) => owner === 'payment' && address === payment)).toBe(true)
    expect(kept).toMatchObject([{ hash: sent.txid, chainId: regtest, account: payment }])
    expect(await device.store.all('sendings')).toStrictEqual([])
    await bitcoin.mine()
    const transaction = (await esplora(`/tx/${sent.txid}`)) as {
      status: { confirmed: boolean }
      fee: number
      vout: { value: number; scriptpubkey_address: string }[]
    }
    expect(transaction.status.confirmed).toBe(true)
    expect(transaction.fee).toBe(Number(card.description?.fee?.cost))
    expect(transaction.vout.find(({ scriptpubkey_address }) => scriptpubkey_address === to)?.value).toBe(300_000)
    // The receiver is known the next time.
    expect(await device.store.get('receivers', payment)).toStrictEqual([to])
  })

  test('behavior: threat 95: after a lost answer it sends the same bytes, and there is one payment', async () => {
    const { payment, rpc, approve, server, answer } = await setup()
    const bodies: unknown[] = []
    server.answerRpc(async (request) => {
      if (request.method !== 'sendrawtransaction') return answer(request)
      bodies.push(request.params[0])
      const txid =
        bodies.length === 1 ? await answer(request) : readTransaction({ hex: String(bodies[0]), chainId: regtest }).txid
      if (bodies.length === 1) throw new TypeError('cut')
      return txid
    })
    const to = personOf('Cleo').payment.address
    const asked = rpc('sendTransfer', { account: payment, recipientAddress: to, amount: '50000' })
    const { answer: sent } = await approve<{ txid: string }>(asked)
    expect(bodies[1]).toBe(bodies[0])
    expect(((await esplora(`/tx/${sent.txid}`)) as { txid: string }).txid).toBe(sent.txid)
  })

  test('error: an amount over the balance, another network, and a foreign change address', async () => {
    const { payment, ordinal, rpc, host } = await setup({ coins: [] })
    const to = personOf('Ben').payment.address
    const refused = (params: object, failure: object) =>
      expect(
        rpc('sendTransfer', { account: payment, recipientAddress: to, amount: '1000', ...params }),
      ).rejects.toMatchObject({ failure })
    await refused({}, { code: 'request_refused' })
    host.frame.actions.reject()
    await refused({ recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, { code: 'request_refused' })
    host.frame.actions.reject()
    await refused({ changeAddress: to }, { code: 'account_changed', rpcCode: 4100 })
    await refused({ account: to }, { code: 'account_changed', rpcCode: 4100 })
    await refused({ memo: 'hello' }, { code: 'malformed_request' })
    for (const amount of ['0', '-1', '1e3', '1.5', ' 1', '2100000000000001'])
      await refused({ amount }, { code: 'malformed_request' })
    expect(ordinal).toMatch(/^bcrt1p/)
  })
})

describe('a PSBT', () => {
  test('default: signed and returned to the page, with inputs of both addresses', async () => {
    const { payment, ordinal, rpc, approve, coinsOf } = await setup()
    const coins = [...(await coinsOf(payment, 'p2wpkh')), ...(await coinsOf(ordinal, 'p2tr'))]
    const to = personOf('Dan').payment.address
    const { psbt } = buildPayment({
      ...{ coins, receiver: to, amount: 'max', changeAddress: payment, feeRate: 3_000n, chainId: regtest },
    })
    const read = readPsbt({ psbt, chainId: regtest })
    const signInputs = read.inputs.map(({ address }, index) => ({ address, index }))
    const { card, answer } = await approve<{ psbt: string; txid?: string }>(
      rpc('signPsbt', { account: payment, psbt, signInputs }),
    )
    expect(answer.txid).toBe(undefined)
    expect(readPsbt({ psbt: answer.psbt, chainId: regtest }).inputs.map(({ status }) => status)).toStrictEqual(
      signInputs.map(() => 'signed'),
    )
    expect(card.description?.findings).toContainEqual(expect.objectContaining({ code: 'ordinalInput' }))
    // The same PSBT, broadcast by the wallet.
    const { answer: sent } = await approve<{ psbt: string; txid: string }>(
      rpc('signPsbt', { account: payment, psbt, signInputs, broadcast: true }),
    )
    await bitcoin.mine()
    expect(((await esplora(`/tx/${sent.txid}`)) as { status: { confirmed: boolean } }).status.confirmed).toBe(true)
  })

  test('error: threat 96: an input of another address, or of no account here, is not signed', async () => {
    const { payment, ordinal, rpc, host, coinsOf } = await setup()
    const ada = personOf('Ada')
    const coins = await coinsOf(ada.payment.address, 'p2wpkh')
    const { psbt } = buildPayment({
      ...{ coins, receiver: payment, amount: 5_000n, changeAddress: ada.payment.address },
      ...{ feeRate: 3_000n, chainId: regtest },
    })
    const ask = (address: string) => rpc('signPsbt', { account: payment, psbt, signInputs: [{ address, index: 0 }] })
    await expect(ask(ada.payment.address)).rejects.toMatchObject({ failure: { code: 'account_changed' } })
    for (const address of [payment, ordinal]) {
      await expect(ask(address)).rejects.toMatchObject({ failure: { code: 'request_refused' } })
      host.frame.actions.reject()
    }
    // The key worker would refuse as well, whatever a reader accepts.
    const { createBitcoinSigner } = await import('./createBitcoinSigner.ts')
    const inputs = [{ index: 0, address: payment, sighash: 1 }]
    const payload = { kind: 'bitcoinPsbt', account: payment, psbt, inputs, broadcast: false } as const
    const keys = [{ address: payment, privateKey: new Uint8Array(32).fill(5) }]
    await expect(createBitcoinSigner().sign({ payload, keys, chainId: regtest })).rejects.toMatchObject({
      code: 'malformed_request',
    })
  })

  test('error: nothing is broadcast that still needs a foreign signature', async () => {
    const { payment, rpc, coinsOf } = await setup({ coins: [400_000] })
    const ada = personOf('Ada').payment.address
    const coins = [...(await coinsOf(payment, 'p2wpkh')), ...(await coinsOf(ada, 'p2wpkh')).slice(0, 1)]
    const { psbt } = buildPayment({
      ...{ coins, receiver: payment, amount: 'max', changeAddress: payment, feeRate: 3_000n, chainId: regtest },
    })
    const own = readPsbt({ psbt, chainId: regtest }).inputs.findIndex(({ address }) => address === payment)
    const signInputs = [{ address: payment, index: own }]
    await expect(rpc('signPsbt', { account: payment, psbt, signInputs, broadcast: true })).rejects.toMatchObject({
      failure: { code: 'request_refused' },
    })
  })

  test('error: threat 96: an input with a false amount', async () => {
    const { payment, rpc, coinsOf } = await setup()
    const coins = (await coinsOf(payment, 'p2wpkh')).map(({ previousTransaction: _, value, ...coin }) => ({
      ...coin,
      value: value - 1_000n,
    }))
    const { psbt } = buildPayment({
      ...{ coins, receiver: personOf('Ben').payment.address, amount: 'max', changeAddress: payment },
      ...{ feeRate: 3_000n, chainId: regtest },
    })
    const signInputs = coins.map((_, index) => ({ address: payment, index }))
    await expect(rpc('signPsbt', { account: payment, psbt, signInputs })).rejects.toMatchObject({
      failure: { code: 'request_refused' },
    })
  })
})

describe('a message', () => {
  test('default: with either protocol and address', async () => {
    const { payment, ordinal, rpc, approve } = await setup({ coins: [] })
    for (const [address, protocol] of [
      [payment, 'ecdsa'],
      [payment, 'bip322'],
      [ordinal, 'bip322'],
      [ordinal, undefined],
    ] as const) {
      const message = `Lantern Paper, ${protocol}`
      const asked = rpc('signMessage', { account: payment, message, address, ...(protocol && { protocol }) })
      const { card, answer } = await approve<{ address: string; signature: string; messageHash: string }>(asked)
      expect(card).toMatchObject({ account: { address }, description: { intent: 'signMessage', message } })
      expect(answer.address).toBe(address)
      expect(answer.messageHash).toMatch(/^[0-9a-f]{64}$/)
      expect(verifyMessage({ message, address, signature: fromHex(answer.signature), chainId: regtest })).toBe(true)
    }
  })

  test('error: threat 92: on a network for tests with the main one’s address, and the other way round', async () => {
    const { host, rpc, payment } = await setup({ coins: [] })
    const addressOn = async (chainId: string) =>
      ((await host.ask('getUser', { chainId })) as { address: string }).address
    const main = await addressOn(mainnet)
    await host.ask('switchNetwork', { chainId: regtest })
    await expect(rpc('signMessage', { account: main, message: 'x' })).rejects.toMatchObject({
      failure: { code: 'account_changed' },
    })
    await host.ask('switchNetwork', { chainId: mainnet })
    await expect(rpc('signMessage', { account: payment, message: 'x' })).rejects.toMatchObject({
      failure: { code: 'account_changed' },
    })
    await expect(rpc('signMessage', { account: payment, message: 'x' }, regtest)).rejects.toMatchObject({
      failure: { code: 'chain_changed' },
    })
  })
})

test('error: the size of a PSBT is limited by the host’s messages; a larger one gets an error', async () => {
  const { readBitcoinParams } = await import('./readBitcoinParams.ts')
  const own = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const ask = (bytes: number) => ({
    method: 'signPsbt',
    params: {
      ...{ account: own, psbt: Buffer.alloc(bytes).toString('base64'), broadcast: false },
      signInputs: Array.from({ length: 50 }, (_, index) => ({ address: own, index, sighashTypes: [1] })),
    },
  })
  const largest = ask(190_000)
  expect(JSON.stringify(largest).length + 1_000).toBeLessThan(frameLimits.messageBytes)
  expect(readBitcoinParams(largest)).toMatchObject({ method: 'signPsbt' })
  expect(() => readBitcoinParams(ask(190_003))).toThrow(
    expect.objectContaining({ code: 'malformed_request', message: expect.stringMatching(/too large.*190000 bytes/) }),
  )
})

test('error: fuzz: refuses unreadable requests without asking the visitor', async () => {
  const { readBitcoinParams } = await import('./readBitcoinParams.ts')
  const own = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const input = fc.record(
    { address: fc.constantFrom(own, 'x'), index: fc.integer(), sighashTypes: fc.array(fc.integer(), { maxLength: 2 }) },
    { requiredKeys: [] },
  )
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.base64String(),
    fc.array(input, { maxLength: 3 }),
    fc.constantFrom(undefined, null, own, '1000'),
  )
  const names = fc.constantFrom(
    ...['account', 'psbt', 'signInputs', 'broadcast', 'message', 'address', 'protocol'],
    ...['recipientAddress', 'amount', 'changeAddress', 'memo', '__proto__', 'x'],
  )
  const params = fc.oneof(
    value,
    fc
      .array(fc.tuple(names, value), { maxLength: 6 })
      .map((entries) => ({ account: own, ...Object.fromEntries(entries) })),
  )
  fc.assert(
    fc.property(fc.constantFrom('sendTransfer', 'signPsbt', 'signMessage'), params, (method, given) => {
      try {
        expect(readBitcoinParams({ method, params: given }).account).toBe(own)
      } catch (error) {
        expect(error).toMatchObject({ code: 'malformed_request' })
      }
    }),
    { numRuns: 500 },
  )
  const twice = { address: own, index: 0 }
  expect(() =>
    readBitcoinParams({ method: 'signPsbt', params: { account: own, psbt: 'cHNidA==', signInputs: [twice, twice] } }),
  ).toThrow(expect.objectContaining({ code: 'malformed_request' }))
})
