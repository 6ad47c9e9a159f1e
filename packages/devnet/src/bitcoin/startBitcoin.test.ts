import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBakeFolder, testFolder } from '../test/testFolder.ts'
import type { LocalBitcoin } from './LocalBitcoin.ts'
import { regtest } from './node/regtestScript.ts'
import { startBitcoin } from './startBitcoin.ts'
import type { DevnetBitcoinAccount } from './world/accounts.ts'

let bitcoin: LocalBitcoin

beforeAll(async () => {
  bitcoin = await startBitcoin({ bakeFolder: testBakeFolder })
})

afterAll(async () => {
  await bitcoin?.stop()
})

type Coin = { txid: string; vout: number; value: number; status: { confirmed: boolean } }

async function ask(path: string, chain = bitcoin) {
  const response = await fetch(`${chain.esploraUrl}${path}`)
  const text = await response.text()
  expect(response.status, `${path}: ${text}`).toBe(200)
  return response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text
}

async function broadcast(hex: string) {
  const response = await fetch(`${bitcoin.esploraUrl}/tx`, { method: 'POST', body: hex })
  return { status: response.status, text: await response.text() }
}

function person(name: string): DevnetBitcoinAccount {
  const found = bitcoin.accounts.find((account) => account.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

const keyOf = ({ privateKey }: { privateKey: string }) => Uint8Array.from(Buffer.from(privateKey, 'hex'))
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** A payment from one output. The unmodified library builds, signs and finalizes it as a PSBT, as wallets do. */
async function payment({
  from,
  coin,
  to,
  value,
  fee = 500,
  sequence = 0xfffffffd,
}: {
  from: DevnetBitcoinAccount
  coin: Coin
  to: string
  value: number
  fee?: number
  sequence?: number
}) {
  const own = p2wpkh(bytesOf(from.payment.publicKey), regtest)
  const unsigned = new Transaction()
  unsigned.addInput({
    ...{ txid: coin.txid, index: coin.vout, sequence },
    witnessUtxo: { script: own.script, amount: BigInt(coin.value) },
  })
  unsigned.addOutputAddress(to, BigInt(value), regtest)
  unsigned.addOutputAddress(from.payment.address, BigInt(coin.value - value - fee), regtest)
  const transaction = Transaction.fromPSBT(unsigned.toPSBT())
  transaction.sign(keyOf(from.payment))
  transaction.finalize()
  return transaction
}

async function coinOf(account: DevnetBitcoinAccount, least = 100_000): Promise<Coin> {
  const coins: Coin[] = await ask(`/address/${account.payment.address}/utxo`)
  const coin = coins.find(({ value, status }) => value >= least && status.confirmed)
  if (!coin) throw new Error(`${account.name} has no coin of ${least}`)
  return coin
}

describe('the seeded chain', () => {
  it('default: people have outputs of different sizes and ages, and a history with fees and spent outputs', async () => {
    expect(bitcoin.accounts.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cleo', 'Dan'])
    for (const { payment: own } of bitcoin.accounts) {
      const coins: Coin[] = await ask(`/address/${own.address}/utxo`)
      expect(new Set(coins.map(({ value }) => value)).size).toBeGreaterThan(2)
    }
    const history = await ask(`/address/${person('Ada').payment.address}/txs`)
    expect(history.length).toBeGreaterThan(8)
    for (const { fee, vin, vout, status } of history) {
      const sum = (outputs: { value: number }[]) => outputs.reduce((total, { value }) => total + value, 0)
      expect(sum(vin.map(({ prevout }: { prevout: { value: number } }) => prevout)) - sum(vout)).toBe(fee)
      expect(status.confirmed).toBe(true)
    }
    const heights = history.map(({ status }: { status: { block_height: number } }) => status.block_height)
    expect(heights).toEqual([...heights].sort((a, b) => b - a))
    expect(await ask(`/address/${person('Ada').ordinal.address}/utxo`)).toHaveLength(3)
  })

  it('default: the genesis block is that of regtest, and blocks are found by their height', async () => {
    const genesis = await ask('/block-height/0')
    expect(bitcoin.chainId).toBe(`bip122:${genesis.slice(0, 32)}`)
    const [tip, height] = [await ask('/blocks/tip/hash'), Number(await ask('/blocks/tip/height'))]
    expect(await ask(`/block/${tip}`)).toMatchObject({ id: tip, height })
    expect(Date.now() / 1000 - (await ask(`/block/${tip}`)).timestamp).toBeLessThan(2 * 86_400)
  })
})

describe('POST /tx', () => {
  it('default: a payment waits, counts at once, and is in the next block', async () => {
    const [ada, ben] = [person('Ada'), person('Ben')]
    const before = await ask(`/address/${ben.payment.address}`)
    const coin = await coinOf(ada)
    const transaction = await payment({ from: ada, coin, to: ben.payment.address, value: 30_000 })
    expect(await broadcast(transaction.hex)).toEqual({ status: 200, text: transaction.id })
    expect(await broadcast(transaction.hex)).toEqual({ status: 200, text: transaction.id })
    const waiting = await ask(`/address/${ben.payment.address}`)
    expect(waiting.mempool_stats).toMatchObject({ tx_count: 1, funded_txo_sum: 30_000 })
    expect(waiting.chain_stats).toEqual(before.chain_stats)
    const [first] = await ask(`/address/${ben.payment.address}/txs/mempool`)
    expect(first).toMatchObject({ txid: transaction.id, fee: 500, status: { confirmed: false } })
    expect(await ask(`/tx/${coin.txid}/outspend/${coin.vout}`)).toMatchObject({ spent: true, txid: transaction.id })
    expect((await ask('/mempool')).count).toBe(1)

    const [hash] = await bitcoin.mine()
    expect(await ask(`/tx/${transaction.id}/status`)).toMatchObject({ confirmed: true, block_hash: hash })
    expect(await ask(`/tx/${transaction.id}/hex`)).toBe(transaction.hex)
    expect((await ask(`/address/${ben.payment.address}`)).mempool_stats.tx_count).toBe(0)
    expect((await broadcast(transaction.hex)).text).toContain('Transaction outputs already in utxo set')
  })

  it('error: refuses a spent, modified, underpaid or malformed transaction', async () => {
    const [ada, ben] = [person('Ada'), person('Ben')]
    const coin = await coinOf(ada)
    const to = ben.payment.address
    const good = await payment({ from: ada, coin, to, value: 20_000 })
    const tampered = Buffer.from(good.hex, 'hex')
    // The first output's amount.
    const at = tampered.indexOf(Buffer.from([0x20, 0x4e, 0, 0, 0, 0, 0, 0]))
    tampered[at] = 0x21
    const refusals: [string, string][] = [
      [tampered.toString('hex'), 'mandatory-script-verify-flag-failed'],
      [(await payment({ from: ada, coin, to, value: 20_000, fee: 50 })).hex, 'min relay fee not met, 50 <'],
      [(await payment({ from: ada, coin, to, value: 200 })).hex, 'dust'],
      [
        (await payment({ from: ada, coin: { ...coin, txid: 'aa'.repeat(32) }, to, value: 1000 })).hex,
        'bad-txns-inputs-missingorspent',
      ],
      [`${good.hex}00`, 'TX decode failed'],
      ['garbage', 'TX decode failed'],
    ]
    for (const [hex, words] of refusals) {
      const { status, text } = await broadcast(hex)
      expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(words) })
    }
    expect((await ask('/mempool')).count).toBe(0)
    expect((await broadcast(good.hex)).status).toBe(200)
    await bitcoin.mine()
    const again = await payment({ from: ada, coin, to, value: 21_000 })
    expect((await broadcast(again.hex)).text).toContain('bad-txns-inputs-missingorspent')
  })

  it('behavior: a higher fee replaces a transaction that signals replacement, and no other', async () => {
    const [cleo, dan] = [person('Cleo'), person('Dan')]
    const coin = await coinOf(cleo)
    const to = dan.payment.address
    const slow = await payment({ from: cleo, coin, to, value: 40_000, fee: 300 })
    const same = await payment({ from: cleo, coin, to, value: 41_000, fee: 310 })
    const quick = await payment({ from: cleo, coin, to, value: 40_000, fee: 900, sequence: 0xffffffff })
    const late = await payment({ from: cleo, coin, to, value: 40_000, fee: 9000 })
    expect((await broadcast(slow.hex)).status).toBe(200)
    expect((await broadcast(same.hex)).text).toContain('not enough additional fees to relay')
    expect((await broadcast(quick.hex)).text).toBe(quick.id)
    expect((await fetch(`${bitcoin.esploraUrl}/tx/${slow.id}`)).status).toBe(404)
    expect((await broadcast(late.hex)).text).toContain('txn-mempool-conflict')
    const waiting = await ask(`/address/${to}/txs/mempool`)
    expect(waiting.map(({ txid }: { txid: string }) => txid)).toEqual([quick.id])
    await bitcoin.mine()
  })

  it('behavior: coins of Taproot are received and spent by their key, and a wrong signature is refused', async () => {
    const [ada, ben] = [person('Ada'), person('Ben')]
    const [coin] = (await ask(`/address/${ada.ordinal.address}/utxo`)) as Coin[]
    if (!coin) throw new Error('no coin')
    const key = bytesOf(ada.ordinal.publicKey)
    const { script } = p2tr(key, undefined, regtest)
    const spend = (value: number) => {
      const transaction = new Transaction()
      transaction.addInput({
        ...{ txid: coin.txid, index: coin.vout, tapInternalKey: key },
        witnessUtxo: { script, amount: BigInt(coin.value) },
      })
      transaction.addOutputAddress(ben.ordinal.address, BigInt(value), regtest)
      transaction.sign(keyOf(ada.ordinal))
      transaction.finalize()
      return transaction
    }
    const good = spend(coin.value - 400)
    const bad = Buffer.from(good.hex, 'hex')
    // Inside the signature, which is the last thing but for the lock time.
    bad[bad.length - 20] = (bad[bad.length - 20] ?? 0) ^ 1
    expect((await broadcast(bad.toString('hex'))).text).toContain('Invalid Schnorr signature')
    expect((await broadcast(good.hex)).text).toBe(good.id)
    await bitcoin.mine()
    const [first] = await ask(`/address/${ben.ordinal.address}/txs`)
    expect(first).toMatchObject({ txid: good.id, fee: 400, status: { confirmed: true } })
  })
})

describe('reorganise', () => {
  it('behavior: the newest blocks are replaced, and their transactions are pending again', async () => {
    const { address } = person('Ben').payment
    const txid = await bitcoin.fund({ address, value: 77_000 })
    const [before] = await bitcoin.mine()
    const height = Number(await ask('/blocks/tip/height'))
    const tip = await bitcoin.reorganise({ depth: 1 })
    expect(await ask(`/block/${before}/status`)).toEqual({ in_best_chain: false })
    expect(Number(await ask('/blocks/tip/height'))).toBe(height + 1)
    expect(await ask('/blocks/tip/hash')).toBe(tip)
    expect(await ask(`/tx/${txid}/status`)).toEqual({ confirmed: false })
    await bitcoin.mine()
    expect(await ask(`/tx/${txid}/status`)).toMatchObject({ confirmed: true, block_height: height + 2 })
  })
})

describe('pages and refusals', () => {
  it('behavior: a page has 25 transactions of an address', async () => {
    const { address } = bitcoin.faucet.payment
    const pages: string[][] = []
    let path = `/address/${address}/txs/chain`
    for (;;) {
      const page: { txid: string }[] = await ask(path)
      if (page.length === 0) break
      pages.push(page.map(({ txid }) => txid))
      path = `/address/${address}/txs/chain/${page.at(-1)?.txid}`
    }
    const { chain_stats } = await ask(`/address/${address}`)
    expect(pages.slice(0, -1).every((page) => page.length === 25)).toBe(true)
    expect(new Set(pages.flat()).size).toBe(chain_stats.tx_count)
  })

  it('error: reports missing data, and addresses of other networks', async () => {
    const statuses = await Promise.all(
      [
        '/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        '/address/nobody/utxo',
        '/tx/zz',
        `/tx/${'00'.repeat(32)}`,
        '/nothing',
      ].map(async (path) => (await fetch(`${bitcoin.esploraUrl}${path}`)).status),
    )
    expect(statuses).toEqual([400, 400, 400, 404, 404])
    await expect(bitcoin.fund({ address: 'nobody', value: 1 })).rejects.toMatchObject({ code: 'invalid_body' })
    await expect(bitcoin.mine({ count: 0 })).rejects.toMatchObject({ code: 'invalid_body' })
  })
})

describe('folder', () => {
  it('behavior: a chain continues after a restart with its pending transactions, even with a truncated file', async () => {
    const { folder, remove } = await testFolder()
    const parameters = { folder: join(folder, 'chains'), bakeFolder: testBakeFolder }
    try {
      const first = await startBitcoin(parameters)
      const { address } = first.accounts[3]?.payment ?? { address: '' }
      const mined = await first.fund({ address, value: 12_345 })
      await first.mine()
      const waits = await first.fund({ address, value: 54_321 })
      const tip = await ask('/blocks/tip/hash', first)
      await first.stop()
      await appendFile(join(folder, 'chains', 'bitcoin.jsonl'), '{"block":"00')

      const second = await startBitcoin(parameters)
      expect(await ask('/blocks/tip/hash', second)).toBe(tip)
      expect(await ask(`/tx/${mined}/status`, second)).toMatchObject({ confirmed: true })
      expect(await ask(`/tx/${waits}/status`, second)).toEqual({ confirmed: false })
      await second.mine()
      await second.stop()
      const third = await startBitcoin(parameters)
      expect(await ask(`/tx/${waits}/status`, third)).toMatchObject({ confirmed: true })
      await third.stop()
    } finally {
      await remove()
    }
  })
})
